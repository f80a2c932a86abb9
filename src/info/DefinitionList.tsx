import { Sentence } from '../text/Sentence.tsx'

/** Lists terms, each with its meaning below it. */
export function DefinitionList({ terms }: { terms: readonly (readonly [term: string, meaning: string])[] }) {
  return (
    <dl className="stack gap-12">
      {terms.map(([term, meaning]) => (
        <div key={term}>
          <dt className="bold">
            <Sentence>{term}</Sentence>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
