// Draws the OpenAPI document as text: one fold per call. Runs in the reader's browser.
const api = await (await fetch('/api/openapi.json')).json()
document.querySelector('#title').textContent = api.info.title
document.querySelector('#about').textContent = api.info.description

const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => drawCall(method, path, call)),
)
document.querySelector('#calls').append(...calls)

function drawCall(method, path, call) {
  const fold = element('details')
  fold.append(element('summary', element('code', `${method.toUpperCase()} ${path}`), ` — ${call.summary}`))
  if (call.parameters) fold.append(element('h3', 'Parameters'), drawList(call.parameters.map(drawParameter)))
  if (call.requestBody) fold.append(element('h3', 'Body'), drawSchema(call.requestBody))
  fold.append(element('h3', 'Answers'))
  for (const [status, answer] of Object.entries(call.responses)) {
    fold.append(drawList([[status, answer.description]]))
    if (status === '200') fold.append(drawSchema(answer))
  }
  return fold
}

function drawParameter({ name, in: place, description = '', schema }) {
  return [`${name} (${place})`, `${description} ${schema.pattern ?? ''}`.trim()]
}

function drawList(rows) {
  return element('dl', ...rows.flatMap(([term, text]) => [element('dt', term), element('dd', text)]))
}

function drawSchema({ content }) {
  const name = content['application/json'].schema.$ref.split('/').at(-1)
  return element('pre', `${name} ${JSON.stringify(api.components.schemas[name], null, 2)}`)
}

function element(tag, ...children) {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}
