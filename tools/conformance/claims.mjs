import ts from 'typescript';

const CLAIM = /^\/\/ proves: (.*)$/;

/**
 * What the tests of a file say that they prove: `// proves: id, id` in the lines right above `test(`, `test.each(` or `it(`.
 * @returns claims `{file, title, ids}`, and how many such comments stand above no test
 */
export function claimsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const claims = [];
  let heard = 0;
  const visit = (node, outer) => {
    const called = ts.isExpressionStatement(node) ? calledOf(node.expression) : undefined;
    const title = called === undefined ? outer : [...outer, called.title];
    const lines = called?.isTest ? linesAbove(node, text) : [];
    if (lines.length > 0) {
      heard += lines.length;
      const ids = lines.flatMap((line) => line.split(',').map((id) => id.trim()));
      claims.push({ file, title: title.join(': '), ids: ids.filter((id) => id !== '') });
    }
    ts.forEachChild(node, (child) => visit(child, title));
  };
  visit(source, []);
  return { claims, strays: text.split('\n').filter(isClaim).length - heard };
}

const isClaim = (line) => CLAIM.test(line.trim());

/** What the claims right above a statement name. */
function linesAbove(node, text) {
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return comments.flatMap(({ pos, end }) => CLAIM.exec(text.slice(pos, end))?.[1] ?? []);
}

/** `describe('title', …)`, `test('title', …)` and `test.each([…])('title', …)`; undefined for any other call. */
function calledOf(expression) {
  if (!ts.isCallExpression(expression)) return undefined;
  const [title] = expression.arguments;
  const name = rootOf(expression.expression);
  if (!['test', 'it', 'describe'].includes(name)) return undefined;
  if (title === undefined || !ts.isStringLiteralLike(title)) return undefined;
  return { isTest: name !== 'describe', title: title.text };
}

function rootOf(callee) {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee))
    return rootOf(callee.expression);
  return '';
}
