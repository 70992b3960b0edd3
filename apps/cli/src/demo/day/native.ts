import { FLEET } from '../fleet';
import type { Dice } from './dice';
import { type Door, type Moment, type Place, type Program, type Sight, stamp } from './moment';

type Verdict = 'allowed' | 'blocked' | 'detected';

/** What an agent of the house itself would see; it speaks as `/v1/events_v2` takes it. */
export class NativeSensor {
  constructor(private readonly dice: Dice) {}

  connection(sight: Sight, by: Program, to: Place, verdict: Verdict = 'detected'): Moment {
    return this.moment(sight, 'network_connection', verdict, {
      ...{ destination: to.name ?? to.ip, destination_ip: to.ip, port: to.port, protocol: 'tcp' },
      process: this.process(by),
    });
  }

  /** A name that is looked up. @param detail what else the sensor says of it */
  lookup(sight: Sight, by: Program, query: string, detail: object = {}): Moment {
    return this.moment(sight, 'dns_query', 'detected', {
      ...{ query, record_type: 'A', ...detail, process: this.process(by) },
    });
  }

  /** A program that starts. @param detail what else the sensor says of it */
  execution(sight: Sight, by: Program, verdict: Verdict, detail: object = {}): Moment {
    return this.moment(sight, 'process_execution', verdict, {
      ...{ ...detail, process: this.process(by) },
    });
  }

  read(sight: Sight, by: Program, path: string): Moment {
    return this.moment(sight, 'file_access', 'allowed', {
      ...{ path, mode: 'read', process: this.process(by) },
    });
  }

  /** On a runner a step of a build is over in a moment: what it did goes out together. */
  private doorOf({ agent }: Sight): Door {
    return FLEET[agent].kind === 'github_actions' ? 'batch' : 'native';
  }

  private process(by: Program): object {
    return { pid: this.dice.between(900, 60_000), ...by };
  }

  private moment(sight: Sight, kind: string, verdict: Verdict, metadata: object): Moment {
    const timestamp = stamp(sight.at, this.dice);
    const line = JSON.stringify({ kind, timestamp, verdict, metadata });
    return { ...sight, door: this.doorOf(sight), line };
  }
}
