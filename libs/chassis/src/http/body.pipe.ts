import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { Problem } from '@parapet/contracts';
import type { ValidationError } from 'class-validator';

/** Every failed constraint, as the validator words it, with the path of nested properties before it. */
function sentences(errors: readonly ValidationError[], path = ''): string[] {
  return errors.flatMap((error) => [
    ...Object.values(error.constraints ?? {}).map((said) => path + said),
    ...sentences(error.children ?? [], `${path}${error.property}.`),
  ]);
}

const WHERE = 'every property of this body is described at /docs';

/** Bodies declared as classes: validated, unknown properties left out, anything but an object refused. */
@Injectable()
export class BodyPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      exceptionFactory: (errors) => new Problem('bad_request', sentences(errors).join('; '), WHERE),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body' || !this.toValidate(metadata)) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem('bad_request', 'The body must be a JSON object', WHERE);
    return super.transform(value, metadata);
  }
}
