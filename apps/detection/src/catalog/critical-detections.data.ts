import type { CatalogEntry } from './catalog';

/** Names that agents send and that are critical; see `catalog.ts` for what the fields mean. */
export const CRITICAL_DETECTIONS: readonly CatalogEntry[] = [
  {
    ...{ name: 'binary_executed_by_loader', severity: 'critical', technique: 'T1574' },
    title: 'Binary executed through the dynamic loader',
    sentence:
      'A program was started by calling the dynamic loader directly, which hides its name and passes by execution rules.',
  },
  {
    ...{ name: 'code_on_the_fly', severity: 'critical', technique: 'T1005' },
    title: 'Code compiled and run on the fly',
    sentence: 'Code was written or compiled and run at once, without ever being installed.',
  },
  {
    ...{ name: 'credentials_text_lookup', severity: 'critical', technique: 'T1552.001' },
    title: 'Search for credentials in files',
    sentence: 'Files were searched for words such as password, secret or token.',
  },
  {
    ...{ name: 'denial_of_service_tools', severity: 'critical', technique: 'T1498.001' },
    title: 'Denial-of-service tool executed',
    sentence: 'A tool made to flood other hosts was started.',
  },
  {
    ...{ name: 'hidden_elf_exec', severity: 'critical', technique: 'T1564.001' },
    title: 'Hidden executable started',
    sentence:
      'An executable whose name begins with a dot, or lies in a hidden directory, was started.',
  },
  {
    ...{ name: 'interpreter_shell_spawn', severity: 'critical', technique: 'T1059.004' },
    title: 'Shell spawned by an interpreter',
    sentence: 'A language interpreter started a shell, as reverse shells and injected code do.',
  },
  {
    ...{ name: 'net_filecopy_tool_exec', severity: 'critical', technique: 'T1011' },
    title: 'Network file copy tool executed',
    sentence: 'A tool that copies files over the network was started.',
  },
  {
    ...{ name: 'net_mitm_tool_exec', severity: 'critical', technique: 'T1557' },
    title: 'Man-in-the-middle tool executed',
    sentence: 'A tool that intercepts the traffic of others was started.',
  },
  {
    ...{ name: 'net_scan_tool_exec', severity: 'critical', technique: 'T1046' },
    title: 'Network scanner executed',
    sentence: 'A tool that looks for hosts and open ports was started.',
  },
  {
    ...{ name: 'net_sniff_tool_exec', severity: 'critical', technique: 'T1040' },
    title: 'Network sniffer executed',
    sentence: 'A tool that records network traffic was started.',
  },
  {
    ...{ name: 'net_suspicious_tool_exec', severity: 'critical', technique: 'T1046' },
    title: 'Suspicious network tool executed',
    sentence: 'A network tool that workloads rarely need was started.',
  },
  {
    ...{ name: 'net_suspicious_tool_shell', severity: 'critical', technique: 'T1059' },
    title: 'Suspicious network tool started a shell',
    sentence:
      'A network tool was started from, or started, a shell: the usual form of a reverse shell.',
  },
  {
    ...{ name: 'credentials_files_access', severity: 'critical', technique: 'T1555.003' },
    title: 'Credential files accessed',
    sentence: 'Files that hold credentials of browsers, clouds or tools were opened.',
  },
  {
    ...{ name: 'crypto_miner_files', severity: 'critical', technique: 'T1496.001' },
    title: 'Files of a crypto miner accessed',
    sentence: 'Files that belong to a crypto miner were opened or written.',
  },
  {
    ...{ name: 'global_shlib_modification', severity: 'critical', technique: 'T1547.006' },
    title: 'Global shared library modified',
    sentence: 'A shared library, or the list of libraries that every program loads, was changed.',
  },
  {
    ...{ name: 'java_debug_lib_load', severity: 'critical', technique: 'T1601.001' },
    title: 'Java debug library loaded',
    sentence: 'A Java process loaded the debug library, through which code can be put into it.',
  },
  {
    ...{ name: 'java_instrument_lib_load', severity: 'critical', technique: 'T1601.001' },
    title: 'Java instrumentation library loaded',
    sentence:
      'A Java process loaded the instrumentation library, through which its classes can be changed.',
  },
  {
    ...{ name: 'pam_config_modification', severity: 'critical', technique: 'T1556.003' },
    title: 'PAM configuration modified',
    sentence: 'The configuration that decides who may sign in was changed.',
  },
  {
    ...{ name: 'ssh_auth_keys_modification', severity: 'critical', technique: 'T1098' },
    title: 'SSH authorized keys modified',
    sentence: 'The list of keys that may sign in by SSH was changed.',
  },
  {
    ...{ name: 'ssl_certificate_access', severity: 'critical', technique: 'T1552.001' },
    title: 'TLS private material accessed',
    sentence:
      'Certificates or private keys were opened by a program that does not usually read them.',
  },
  {
    ...{ name: 'sudoers_modification', severity: 'critical', technique: 'T1548.003' },
    title: 'Sudoers modified',
    sentence: 'The list of who may become root was changed.',
  },
  {
    ...{ name: 'threat_domain_access', severity: 'critical', technique: 'T1071.004' },
    title: 'Known threat domain contacted',
    sentence: 'A domain known for malware or command and control was looked up or contacted.',
  },
  {
    ...{ name: 'fake_domain_access', severity: 'critical', technique: 'T1071.004' },
    title: 'Look-alike domain contacted',
    sentence: 'A domain made to look like a well-known one was looked up or contacted.',
  },
  {
    ...{ name: 'dyndns_domain_access', severity: 'critical', technique: 'T1071.004' },
    title: 'Dynamic DNS domain contacted',
    sentence: 'A domain of a dynamic DNS provider was looked up or contacted.',
  },
  {
    ...{ name: 'vpnlike_domain_access', severity: 'critical', technique: 'T1071.004' },
    title: 'VPN or tunnel domain contacted',
    sentence: 'A domain of a VPN, proxy or tunnel provider was looked up or contacted.',
  },
  {
    ...{ name: 'plaintext_communication', severity: 'critical', technique: 'T1071.001' },
    title: 'Plaintext communication',
    sentence: 'Data was sent over the network without encryption.',
  },
  {
    ...{ name: 'algorithmic_domains', severity: 'critical', technique: 'T1041' },
    title: 'Generated domain name contacted',
    sentence: 'A domain name that looks made by an algorithm was looked up or contacted.',
  },
  {
    ...{ name: 'general_new_domains', severity: 'critical', technique: 'T1041' },
    title: 'Newly registered domain contacted',
    sentence: 'A domain registered only recently was looked up or contacted.',
  },
  {
    ...{ name: 'phishing_domains', severity: 'critical', technique: 'T1566.002' },
    title: 'Phishing domain contacted',
    sentence: 'A domain known for phishing was looked up or contacted.',
  },
  {
    ...{ name: 'cloud_metadata_access', severity: 'critical', technique: 'T1552.005' },
    title: 'Cloud metadata service accessed',
    sentence: 'The metadata service of the cloud, which hands out credentials, was contacted.',
  },
  {
    ...{ name: 'dropip', severity: 'critical', technique: null },
    title: 'Forbidden address contacted',
    sentence: 'An address that the agent is told to drop was contacted.',
  },
  {
    ...{ name: 'dropdomain', severity: 'critical', technique: null },
    title: 'Forbidden domain contacted',
    sentence: 'A domain that the agent is told to drop was looked up or contacted.',
  },
];
