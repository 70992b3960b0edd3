import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { Problem } from '@parapet/contracts';
import { validate, type ValidationError } from 'class-validator';

/** Every failed constraint, as the validator words it, with the path of nested properties before it. */
function sentences(errors: readonly ValidationError[], path = ''): string[] {
  return errors.flatMap((error) => [
    ...Object.values(error.constraints ?? {}).map((said) => path + said),
    ...sentences(error.children ?? [], `${path}${error.property}.`),
  ]);
}

const WHERE = 'every property of this body is described at /docs';

/** What a parameter is declared as when its body is not a class of ours. */
const UNDECLARED: ReadonlySet<unknown> = new Set([
  ...[undefined, Object, Array, String, Number, Boolean],
]);

const isClass = (metatype: Type<unknown> | undefined): metatype is Type<object> =>
  !UNDECLARED.has(metatype);

/**
 * Bodies declared as classes: validated, unknown properties left out, anything but an object refused. What is in a property
 * stays as it was sent: the pipe of Nest leaves out, at any depth, what is named like a member of every object (`constructor`),
 * and where people choose the names that would be a header lost without a word.
 */
@Injectable()
export class BodyPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || !isClass(metatype)) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem('bad_request', 'The body must be a JSON object', WHERE);
    // The validator asks an object for its constructor: what was sent must not answer.
    const { constructor: _, ...sent } = value;
    const body = Object.assign(new metatype(), sent);
    const errors = await validate(body, { whitelist: true, forbidUnknownValues: false });
    if (errors.length > 0) throw new Problem('bad_request', sentences(errors).join('; '), WHERE);
    return body;
  }
}
