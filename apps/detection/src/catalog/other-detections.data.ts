import type { CatalogEntry } from './catalog';

/** Names that agents send and that are not critical by themselves, from high to low. */
export const OTHER_DETECTIONS: readonly CatalogEntry[] = [
  {
    ...{ name: 'crypto_miner_execution', severity: 'high', technique: 'T1496.001' },
    title: 'Crypto miner executed',
    sentence: 'A program known to mine crypto currency was started.',
  },
  {
    ...{ name: 'data_encoder_exec', severity: 'high', technique: 'T1027.002' },
    title: 'Data encoder executed',
    sentence:
      'A tool that encodes or packs data was started, as is done to hide what is sent or run.',
  },
  {
    ...{ name: 'exec_from_unusual_dir', severity: 'high', technique: 'T1564' },
    title: 'Execution from an unusual directory',
    sentence: 'A program was started from a directory where programs do not belong.',
  },
  {
    ...{ name: 'file_attribute_change', severity: 'high', technique: 'T1222.002' },
    title: 'File attributes changed',
    sentence: 'Attributes of a file were changed, for example to make it executable or immutable.',
  },
  {
    ...{ name: 'environ_read_from_procfs', severity: 'high', technique: 'T1082' },
    title: 'Environment of a process read',
    sentence:
      'The environment of another process was read from /proc: secrets are often kept there.',
  },
  {
    ...{ name: 'badware_domain_access', severity: 'high', technique: 'T1071.004' },
    title: 'Badware domain contacted',
    sentence: 'A domain known for unwanted software was looked up or contacted.',
  },
  {
    ...{ name: 'tracking_domain_access', severity: 'high', technique: 'T1071.004' },
    title: 'Tracking domain contacted',
    sentence: 'A domain known for tracking was looked up or contacted.',
  },
  {
    ...{ name: 'machine_fingerprint', severity: 'medium', technique: 'T1082' },
    title: 'Machine fingerprinted',
    sentence: 'Facts that identify the machine were collected.',
  },
  {
    ...{ name: 'os_fingerprint', severity: 'medium', technique: 'T1082' },
    title: 'Operating system fingerprinted',
    sentence: 'Name, version and kernel of the operating system were collected.',
  },
  {
    ...{ name: 'package_repo_config_modification', severity: 'medium', technique: 'T1601.001' },
    title: 'Package repository configuration modified',
    sentence: 'The list of places that software is installed from was changed.',
  },
  {
    ...{ name: 'reading_of_ssh_keys', severity: 'medium', technique: 'T1552.001' },
    title: 'SSH keys read',
    sentence: 'SSH private keys were opened by a program that does not usually read them.',
  },
  {
    ...{ name: 'shell_config_modification', severity: 'medium', technique: 'T1556.003' },
    title: 'Shell configuration modified',
    sentence: 'A file that shells run at their start was changed.',
  },
  {
    ...{ name: 'cpu_fingerprint', severity: 'low', technique: 'T1082' },
    title: 'CPU fingerprinted',
    sentence: 'Facts about the processor were collected.',
  },
  {
    ...{ name: 'filesystem_fingerprint', severity: 'low', technique: 'T1082' },
    title: 'File systems fingerprinted',
    sentence: 'Facts about mounts and disks were collected.',
  },
  {
    ...{ name: 'os_network_fingerprint', severity: 'low', technique: 'T1082' },
    title: 'Network configuration fingerprinted',
    sentence: 'Facts about interfaces, routes and connections were collected.',
  },
  {
    ...{ name: 'os_status_fingerprint', severity: 'low', technique: 'T1082' },
    title: 'Status of the system fingerprinted',
    sentence: 'Facts about load, memory, users or processes were collected.',
  },
];
