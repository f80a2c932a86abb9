import { html } from 'hono/html'
import { summariseDevices } from '../../src/profiler/runs/devices.ts'
import type { DeviceRun } from '../../src/profiler/runs/devices.ts'
import { deviceColumns, deviceText as text, percentileRows } from './deviceTable.ts'

/** The difficulty whose p95 is shown, and the limit in milliseconds with which it is compared. */
const DIFFICULTY = 4
const LIMIT = 2_000

/** Renders the tables of devices without scripts. The template escapes everything that devices send. */
export function createDevicePage(runs: readonly DeviceRun[]) {
  const devices = summariseDevices(runs)
  const columns = deviceColumns(DIFFICULTY)
  const rows = [
    columns.map(({ name }) => name),
    ...devices.map((device) => columns.map(({ of }) => of(device))),
  ]
  return html`<!doctype html>
    <html lang="ja">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${text.title}</title>
        <style>
          :root {
            color-scheme: light dark;
            font-family: system-ui, sans-serif;
          }
          table {
            border-collapse: collapse;
            font-variant-numeric: tabular-nums;
          }
          th,
          td {
            padding: 4px 12px;
            border-bottom: 1px solid #8888;
            text-align: right;
          }
          :is(th, td):first-child {
            text-align: left;
          }
        </style>
      </head>
      <body>
        <h1>${text.title}</h1>
        <p>${text.read(devices.length, runs.length)} <a href="/devices.csv">CSV</a></p>
        ${htmlTable(rows)}
        <h2>${text.across.title}</h2>
        ${htmlTable(percentileRows(devices, LIMIT))}
        <p>${text.across.about}</p>
      </body>
    </html>`
}

function htmlTable([head = [], ...rows]: readonly (readonly string[])[]) {
  return html`<table>
    <thead>
      <tr>
        ${head.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}
