/** One series that an expression of PromQL asks for: `name{label="…"}`. */
interface Asked {
  readonly name: string;
  readonly labels: readonly string[];
}

const WORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan']);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = /(?<![\w:$])([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?(?!\w|\s*\()/g;

/** Without the texts in it, which may look like anything. */
const bare = (expr: string): string => expr.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');

/** The series that an expression asks for, with the labels that it chooses by. That it is an expression is for Prometheus to say. */
export function seriesIn(expr: string): Asked[] {
  const rest = bare(expr)
    .replaceAll(GROUPING, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  return [...rest.matchAll(SELECTOR)]
    .filter(([, name = '']) => !WORDS.has(name))
    .map(([, name = '', chosen = '']) => ({
      name,
      labels: [...chosen.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }));
}

/** The labels that an expression groups by. */
export const groupedBy = (expr: string): string[] =>
  [...bare(expr).matchAll(GROUPING)].flatMap(([, list = '']) =>
    list.split(',').flatMap((label) => label.trim() || []),
  );
