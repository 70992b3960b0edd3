import { ApiProperty } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import { documentOf, PolicyDocumentView } from '../policy.http';
import {
  type PolicyVersion,
  VERSION_CHANGES,
  type VersionChange,
} from './policy-version.collection';

/** A policy as it was in one version. */
export class PolicyVersionView {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  readonly version!: number;
  @ApiProperty({ format: 'date-time', description: 'When it was made' })
  readonly at!: string;
  @ApiProperty({ ...idOf('token'), description: 'The token that asked for it' })
  readonly by!: string;
  @ApiProperty({ enum: VERSION_CHANGES, example: 'updated' })
  readonly change!: VersionChange;
  @ApiProperty({
    type: PolicyDocumentView,
    description: 'In the form in which it can be sent again; with `deleted`: what was deleted',
  })
  readonly policy!: PolicyDocumentView;
}

/** Renders a version for the API. */
export const renderVersion = (stored: PolicyVersion): PolicyVersionView => ({
  ...{ version: stored.version, at: stored.at, by: stored.by, change: stored.change },
  policy: documentOf(stored.policy),
});
