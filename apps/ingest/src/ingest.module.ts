import { Module, type OnModuleInit } from '@nestjs/common';
import { Admission, Settings } from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { AgentCounts } from './agent/agent-counts';
import { AgentLedger } from './agent/agent-ledger';
import { AgentSeenLog } from './agent/agent-seen.log';
import { AgentSeenRecorder } from './agent/agent-seen.recorder';
import { HeartbeatController } from './agent/heartbeat.controller';
import { RefusedRequests } from './agent/refused-requests';
import { FalcoController } from './falco/falco.controller';
import { LineIntake } from './ndjson/line-intake';
import { BatchController } from './observation/batch.controller';
import { observations } from './observation/observation.collection';
import { ObservationController } from './observation/observation.controller';
import { ObservationExpiry } from './observation/observation-expiry';
import { ObservationIntake } from './observation/observation-intake';
import { ObservationProjection } from './observation/observation.projection';
import { ObservationSummaryController } from './observation/observation-summary.controller';
import { ObservationRepair } from './observation/observation-repair';
import { ObservationWriter } from './observation/observation-writer';
import { RepairGoals } from './observation/repair-goals';
import { SensorIntake } from './sensor/sensor-intake';
import { SensorLines } from './sensor/sensor-lines';
import { TetragonController } from './tetragon/tetragon.controller';
import { SilenceLog } from './silence/silence-log';
import { SilenceRounds } from './silence/silence-rounds';
import { SilenceWatch } from './silence/silence-watch';
import { SilentAgents } from './silence/silent-agents';
import { WellSince } from './silence/well-since';

/** Takes observations in, keeps and lists them; hears agents' heartbeats. */
@Module({
  controllers: [
    ...[ObservationController, ObservationSummaryController],
    ...[BatchController, ObservationProjection],
    ...[HeartbeatController, FalcoController, TetragonController],
  ],
  providers: [
    ...[AgentCounts, AgentSeenLog, AgentSeenRecorder, AgentLedger, RefusedRequests],
    ...[LineIntake, ObservationExpiry, SensorIntake, SensorLines],
    ...[ObservationIntake, ObservationRepair, ObservationWriter, RepairGoals],
    ...[SilentAgents, WellSince, SilenceLog, SilenceRounds, SilenceWatch],
  ],
})
export class IngestModule implements OnModuleInit {
  constructor(
    private readonly store: ReadModel,
    private readonly settings: Settings,
    private readonly admission: Admission,
    private readonly writer: ObservationWriter,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.store.declare(observations(this.settings.observationRetentionMs));
    this.admission.askOf(() => this.writer.isBehind);
  }
}
