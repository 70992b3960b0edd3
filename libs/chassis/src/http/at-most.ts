import { isLonger } from '@parapet/contracts';
import { ValidateBy } from 'class-validator';

/** A text of so many characters at most, counted as the API document does: the validator's own counts some of them as none. */
export const AtMost = (characters: number): PropertyDecorator =>
  ValidateBy({
    name: 'maxLength',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !isLonger(value, characters),
      defaultMessage: () => `$property must be shorter than or equal to ${characters} characters`,
    },
  });
