import { ApiProperty } from '@parapet/contracts/openapi';
import type { AgentMode, AgentStatus, Platform } from '@parapet/contracts';
import { type AgentSummary, type ClusterCount, MOST_CLUSTERS } from './summarise-agents';

const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;

/** How many agents are in each state. */
export class AgentsByStatus implements Record<AgentStatus, number> {
  @ApiProperty(COUNT)
  readonly connected!: number;
  @ApiProperty(COUNT)
  readonly disconnected!: number;
}

/** How many agents each platform has. */
export class AgentsByPlatform implements Record<Platform, number> {
  @ApiProperty(COUNT)
  readonly github_actions!: number;
  @ApiProperty(COUNT)
  readonly kubernetes!: number;
  @ApiProperty(COUNT)
  readonly vanilla!: number;
}

/** How many agents are in each mode. */
export class AgentsByMode implements Record<AgentMode, number> {
  @ApiProperty(COUNT)
  readonly detect!: number;
  @ApiProperty(COUNT)
  readonly enforce!: number;
}

/** The agents of a cluster. */
export class AgentClusterView implements ClusterCount {
  @ApiProperty({ example: 'production' })
  readonly name!: string;
  @ApiProperty(COUNT)
  readonly total!: number;
  @ApiProperty(COUNT)
  readonly connected!: number;
}

/** How many agents there are. */
export class AgentSummaryView implements AgentSummary {
  @ApiProperty(COUNT)
  readonly total!: number;
  @ApiProperty({ type: AgentsByStatus })
  readonly by_status!: AgentsByStatus;
  @ApiProperty({ type: AgentsByPlatform })
  readonly by_platform!: AgentsByPlatform;
  @ApiProperty({ type: AgentsByMode })
  readonly by_mode!: AgentsByMode;
  @ApiProperty({
    ...{ type: [AgentClusterView], maxItems: MOST_CLUSTERS },
    description: 'By the label `cluster`, those with the most agents first',
  })
  readonly clusters!: readonly AgentClusterView[];
}
