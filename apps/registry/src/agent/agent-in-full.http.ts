import { ApiProperty } from '@parapet/contracts/openapi';
import {
  type Agent,
  EMPTY_TALLY,
  type Rejection,
  REJECTIONS,
  type Sensor,
  type SensorReport,
  SENSORS,
  shownAgent,
  type Watch,
} from '@parapet/contracts';
import { AgentView } from './agent.http';

const COUNT = { type: 'integer', minimum: 0 } as const;

/** What became of what an agent sent. */
export class AgentEventsView {
  @ApiProperty({ ...COUNT, description: 'New when they came (201)' })
  readonly accepted!: number;
  @ApiProperty({ ...COUNT, description: 'Known when they came (202)' })
  readonly duplicate!: number;
  @ApiProperty({
    ...{ type: 'object', additionalProperties: COUNT, example: { bad_request: 2 } },
    description: `Not kept, by reason: ${REJECTIONS.join(', ')}. Reasons that never occurred are left out`,
  })
  readonly rejected!: Readonly<Partial<Record<Rejection, number>>>;
  @ApiProperty({ ...COUNT, description: 'Lost before they were sent, as its sensors say' })
  readonly lost!: number;
}

/** What a sensor last said of its own health. */
export class SensorReportView {
  @ApiProperty({ enum: SENSORS })
  readonly sensor!: Sensor;
  @ApiProperty({ format: 'date-time' })
  readonly reported_at!: string;
  @ApiProperty({ example: 'Falco internal: syscall event drop' })
  readonly event!: string;
  @ApiProperty({ description: 'The sentence of the sensor, cut at 500 characters' })
  readonly message!: string;
  @ApiProperty({ ...COUNT, description: 'What it says to have lost; 0 when it gives no number' })
  readonly lost!: number;
}

/** An agent as it is shown alone: with its counts, which lists go without. */
export class AgentInFullView extends AgentView {
  @ApiProperty({ type: AgentEventsView })
  readonly events!: AgentEventsView;
  @ApiProperty({ type: [SensorReportView], description: 'The newest report of each sensor' })
  readonly sensors!: readonly SensorReportView[];
}

const renderReport = ({ at, ...report }: SensorReport): SensorReportView => ({
  ...report,
  reported_at: at,
});

export const renderInFull = (agent: Agent, watch: Watch): AgentInFullView => ({
  ...shownAgent(agent, watch),
  events: agent.tally ?? EMPTY_TALLY,
  sensors: (agent.sensors ?? []).map(renderReport),
});
