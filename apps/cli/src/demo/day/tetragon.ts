import type { Dice } from './dice';
import { type Moment, type Place, type Program, type Sight, stamp } from './moment';
import type { Workload } from './workload';

/** What a tracing policy of Tetragon asks for. */
export interface Tracing {
  readonly policy: string;
  readonly action: 'KPROBE_ACTION_POST' | 'KPROBE_ACTION_SIGKILL';
}

/** Tetragon on a node: it prints as it exports to a file. */
export class TetragonSensor {
  constructor(private readonly dice: Dice) {}

  started(sight: Sight, by: Program, where: Workload): Moment {
    return this.event(sight, 'process_exec', { process: this.process(sight, by, where) });
  }

  connected(
    sight: Sight,
    { policy, action }: Tracing,
    { by, from, to }: { readonly by: Program; readonly from: Workload; readonly to: Place },
  ): Moment {
    const sock = {
      ...{ family: 'AF_INET', type: 'SOCK_STREAM', protocol: 'IPPROTO_TCP' },
      ...{ saddr: '10.244.3.17', sport: this.dice.between(32_768, 60_999) },
      ...{ daddr: to.ip, dport: to.port, cookie: this.dice.text(20, '123456789') },
      state: 'TCP_SYN_SENT',
    };
    return this.event(sight, 'process_kprobe', {
      ...{ process: this.process(sight, by, from), function_name: 'tcp_connect' },
      ...{ args: [{ sock_arg: sock }], action, policy_name: policy },
      return_action: 'KPROBE_ACTION_POST',
    });
  }

  /** What it says of itself when it was told more than it may export. */
  lost(sight: Sight, events: number): Moment {
    return this.event(sight, 'rate_limit_info', {
      number_of_dropped_process_events: String(events),
    });
  }

  private process(sight: Sight, { executable, command }: Program, where: Workload): object {
    const pid = this.dice.between(900, 60_000);
    const [, ...words] = command.split(' ');
    const id = this.dice.text(12);
    return {
      ...{
        exec_id: Buffer.from(`${sight.agent}:${this.dice.text(16, '123456789')}:${pid}`).toString(
          'base64',
        ),
      },
      ...{ pid, uid: 0, cwd: '/', binary: executable },
      ...(words.length > 0 && { arguments: words.join(' ') }),
      ...{ flags: 'execve rootcwd clone', start_time: stamp(sight.at - 40, this.dice) },
      auid: 4_294_967_295,
      pod: {
        ...{ namespace: where.namespace, name: where.pod },
        container: { id: `containerd://${id}`, image: { name: where.image } },
      },
      docker: id,
    };
  }

  private event(sight: Sight, kind: string, part: object): Moment {
    const time = stamp(sight.at, this.dice);
    const line = JSON.stringify({ [kind]: part, node_name: sight.agent, time });
    return { ...sight, door: 'tetragon', line };
  }
}
