import { ApiProperty } from '@nestjs/swagger';

/** Where a list goes on. */
export class Pagination {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Pass it as cursor for the next page; null on the last one',
    example: null,
  })
  next_cursor!: string | null;

  @ApiProperty({ example: false })
  has_more!: boolean;
}

/** The schema of a page of items, for `@ApiOkResponse({ schema: pageOf('Issue') })`; the item must be a known model. */
export const pageOf = (
  item: string,
): {
  type: 'object';
  required: string[];
  properties: Record<string, object>;
} => ({
  type: 'object',
  required: ['data', 'pagination'],
  properties: {
    data: { type: 'array', items: { $ref: `#/components/schemas/${item}` } },
    pagination: { $ref: '#/components/schemas/Pagination' },
  },
});
