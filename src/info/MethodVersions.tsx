import { methodVersions as words } from '../text/method.ts'
import { Card } from '../ui/Card.tsx'

export function MethodVersions() {
  return (
    <Card>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <dl className="stack gap-12">
        {words.list.map(({ version, changed }) => (
          <div key={version}>
            <dt className="bold">{words.name(version)}</dt>
            <dd>{changed}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
