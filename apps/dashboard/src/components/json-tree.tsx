import { PlainText } from './plain-text';
import classes from './json-tree.module.css';

interface JsonTreeProps {
  /** Any JSON; what others sent, too. */
  readonly value: object;
}

/** An object or a list as names and values, each level inside the one before. */
export function JsonTree({ value }: JsonTreeProps) {
  const members = Object.entries(value);
  return (
    <dl className={classes.members}>
      {members.map(([name, inner]: [string, unknown]) => (
        <div key={name} className={classes.member}>
          <dt>
            <PlainText>{name}</PlainText>
          </dt>
          <dd>{isFilled(inner) ? <JsonTree value={inner} /> : <Leaf value={inner} />}</dd>
        </div>
      ))}
    </dl>
  );
}

const isFilled = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const Leaf = ({ value }: { readonly value: unknown }) => (
  <PlainText>{typeof value === 'string' ? value : JSON.stringify(value)}</PlainText>
);
