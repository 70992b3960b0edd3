import type { Dice } from './dice';
import { type Moment, type Place, type Program, type Sight, stamp } from './moment';
import type { Workload } from './workload';

/** A rule of Falco, as it names itself. */
export interface FalcoRule {
  readonly rule: string;
  readonly priority: 'Critical' | 'Warning' | 'Notice' | 'Informational' | 'Debug';
  readonly tags: readonly string[];
}

/** Falco on a node: it prints as with `json_output: true`. */
export class FalcoSensor {
  constructor(private readonly dice: Dice) {}

  connection(
    sight: Sight,
    rule: FalcoRule,
    { by, from, to }: { readonly by: Program; readonly from: Workload; readonly to: Place },
  ): Moment {
    const port = this.dice.between(32_768, 60_999);
    const name = `10.244.1.${this.dice.between(2, 250)}:${port}->${to.ip}:${to.port}`;
    return this.alert(sight, rule, {
      ...{ 'evt.type': 'connect', 'fd.type': 'ipv4', 'fd.l4proto': 'tcp', 'fd.name': name },
      ...{ 'fd.sip': to.ip, 'fd.sport': to.port, 'fd.lport': port },
      ...{ 'fd.sip.name': to.name ?? '<NA>', ...this.programOf(by), ...this.workload(from) },
    });
  }

  opened(
    sight: Sight,
    rule: FalcoRule,
    { by, from, path }: { readonly by: Program; readonly from: Workload; readonly path: string },
  ): Moment {
    return this.alert(sight, rule, {
      ...{ 'evt.type': 'openat', 'fd.type': 'file', 'fd.name': path },
      ...{ ...this.programOf(by), ...this.workload(from) },
    });
  }

  /** What the audit log of the cluster tells. */
  audited(sight: Sight, rule: FalcoRule, verb: string, resource: string): Moment {
    return this.alert(sight, rule, {
      ...{ 'ka.verb': verb, 'ka.target.resource': resource, 'ka.target.namespace': 'shop' },
      ...{ 'ka.user.name': 'system:serviceaccount:shop:deployer', 'ka.response.code': '201' },
    });
  }

  /** What it says of itself when the kernel was faster than it. */
  lost(sight: Sight, drops: number): Moment {
    const rule = 'Falco internal: syscall event drop';
    const fields = { n_drops: String(drops), n_evts: String(drops * 29), ebpf_enabled: '1' };
    return this.alert(sight, { rule, priority: 'Debug', tags: [] }, fields);
  }

  private programOf({ executable, command }: Program): object {
    const name = executable.split('/').at(-1);
    return {
      ...{ 'proc.name': name, 'proc.exepath': executable, 'proc.cmdline': command },
      ...{ 'proc.pname': 'containerd-shim', 'proc.pid': this.dice.between(900, 60_000) },
      ...{ 'user.name': 'root', 'user.uid': 0, 'user.loginuid': -1 },
    };
  }

  private workload({ namespace, pod, image }: Workload): object {
    return {
      ...{ 'container.id': this.dice.text(12), 'container.image.repository': image },
      ...{ 'k8s.ns.name': namespace, 'k8s.pod.name': pod },
    };
  }

  private alert(sight: Sight, rule: FalcoRule, fields: object): Moment {
    const time = stamp(sight.at, this.dice);
    const said = Object.entries(fields).map(([field, value]) => `${field}=${value}`);
    const event = {
      ...{
        hostname: sight.agent,
        output: `${time}: ${rule.priority} ${rule.rule} (${said.join(' ')})`,
      },
      ...{ output_fields: { 'evt.time': nanoseconds(time), ...fields } },
      ...{ ...rule, source: sourceOf(fields), time },
    };
    return { ...sight, door: 'falco', line: withNumbers(JSON.stringify(event)) };
  }
}

function sourceOf(fields: object): string {
  if ('ka.verb' in fields) return 'k8s_audit';
  return 'n_drops' in fields ? 'internal' : 'syscall';
}

/** Nanoseconds since 1970 as digits: no number of JavaScript holds them. */
const nanoseconds = (time: string): string =>
  `${Math.floor(Date.parse(time) / 1000)}${time.slice(20, 29)}`;

/** Falco prints them as a number all the same. */
const withNumbers = (line: string): string => line.replace(/"evt\.time":"(\d+)"/, '"evt.time":$1');
