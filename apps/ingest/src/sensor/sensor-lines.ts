import { Injectable } from '@nestjs/common';
import type { AgentCaller } from '@parapet/chassis';
import type { Sensor } from '@parapet/contracts';
import { LineIntake, type SentLines } from '../ndjson/line-intake';
import type { LinesAnswer } from '../ndjson/ndjson.http';
import { exactly } from '../observation/exact-json';
import { SensorIntake } from './sensor-intake';
import { type SensorOutcome, skippedAs, type Unkept } from './sensor-outcome';
import { SENSOR_LINES } from './sensor.http';

/** The way of many events of a sensor into the house, each on a line of its own. */
@Injectable()
export class SensorLines {
  constructor(
    private readonly lines: LineIntake,
    private readonly sensors: SensorIntake,
  ) {}

  /**
   * @param read the adapter of the sensor
   * @throws Problem as `LineIntake`; Unavailable when a line may not have been recorded
   */
  async take(
    from: AgentCaller,
    sensor: Sensor,
    sent: SentLines,
    read: (native: unknown) => SensorOutcome,
  ): Promise<LinesAnswer> {
    const unkept: Unkept[] = [];
    const answer = await this.lines.take(from, sent, SENSOR_LINES, async (line, how) => {
      const outcome = read(exactly(line.text, line.value));
      if (outcome.kind === 'observation') return this.sensors.take(from, sensor, outcome, how);
      unkept.push(outcome);
      return skippedAs(outcome);
    });
    // Not before: what is sent again would be counted again.
    for (const outcome of unkept) this.sensors.count(from, sensor, outcome);
    return answer;
  }
}
