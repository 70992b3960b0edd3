import { ApiProperty } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';

/** What POST /v1/webhooks/{id}/rotate_secret answers: the only time the new secret is shown. */
export class StagedSecretView {
  @ApiProperty(idOf('webhook'))
  readonly id!: string;
  @ApiProperty({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description: 'Shown once; signs `webhook-signature` beside the old one',
  })
  readonly secret!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When it becomes the only one, unless it is promoted or replaced before',
  })
  readonly promotes_at!: string;
}
