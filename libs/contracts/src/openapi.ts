import type * as swagger from '@nestjs/swagger';

export type { ApiPropertyOptions } from '@nestjs/swagger';

type Library = typeof swagger;
type Decorators = {
  [N in keyof Library as N extends `Api${string}` ? N : never]: Library[N];
};

const waiting: ((library: Library) => void)[] = [];

/**
 * The decorator of this name, which describes nothing until the document is made. The library behind it would take 13 MiB and a
 * tenth of the start of each service, and none of them needs it ([ADR 33](../../../docs/adr/0033-described-later.md)).
 */
function later<N extends keyof Decorators>(name: N): Decorators[N] {
  type Decorator = (...place: readonly unknown[]) => void;
  const decorator =
    (...given: readonly unknown[]): Decorator =>
    (...place) => {
      waiting.push((library) => {
        const made = library[name] as (...given: readonly unknown[]) => Decorator;
        made(...given)(...place);
      });
    };
  return decorator as unknown as Decorators[N];
}

/** Lets the library say what all decorators had to say since it did so last, in their order. */
export function describeAll(library: Library): void {
  for (const say of waiting.splice(0)) say(library);
}

export const ApiAcceptedResponse = later('ApiAcceptedResponse');
export const ApiBearerAuth = later('ApiBearerAuth');
export const ApiBody = later('ApiBody');
export const ApiConsumes = later('ApiConsumes');
export const ApiCreatedResponse = later('ApiCreatedResponse');
export const ApiExcludeController = later('ApiExcludeController');
export const ApiExtraModels = later('ApiExtraModels');
export const ApiHeader = later('ApiHeader');
export const ApiNotFoundResponse = later('ApiNotFoundResponse');
export const ApiOkResponse = later('ApiOkResponse');
export const ApiOperation = later('ApiOperation');
export const ApiParam = later('ApiParam');
export const ApiProperty = later('ApiProperty');
export const ApiPropertyOptional = later('ApiPropertyOptional');
export const ApiQuery = later('ApiQuery');
export const ApiResponse = later('ApiResponse');
export const ApiServiceUnavailableResponse = later('ApiServiceUnavailableResponse');
export const ApiTags = later('ApiTags');

/** Where the document describes a model. */
export const getSchemaPath = ({ name }: { readonly name: string }): string =>
  `#/components/schemas/${name}`;
