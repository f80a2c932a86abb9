import { filesText } from '../text/files.ts'
import { formatIsoTime, formatSpreadsheetTime } from '../text/japanese.ts'

/** A calendar appointment. `uid` is equal each time the same appointment is saved. Times are in Unix milliseconds. */
export type Appointment = {
  uid: string
  start: number
  minutes: number
  summary: string
  description: string
  url: string
}

/** Maximum length of a line in octets, without its line break (RFC 5545, 3.1). */
const LINE_MAX = 75

/** Formats an appointment as an iCalendar file (RFC 5545) with a reminder at its start. `now` is when the file is created. */
export function calendarBlob(appointment: Appointment, now: number): Blob {
  const { uid, start, minutes, summary, description, url } = appointment
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shadowban Checker F//JA',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start)}`,
    `DURATION:PT${minutes}M`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return new Blob(
    lines.map((line) => `${folded(line)}\r\n`),
    { type: 'text/calendar;charset=utf-8' },
  )
}

function utc(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Escapes a text value of iCalendar: commas, semicolons, backslashes and line breaks have a meaning of their own there. */
function escaped(words: string): string {
  return words.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Folds a line into pieces of at most `LINE_MAX` octets without splitting a character. Each further piece begins with a space. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let text = ''
  let octets = 0
  for (const character of line) {
    const { length } = encoder.encode(character)
    if (octets + length > LINE_MAX) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += length
  }
  return text
}

export function timeColumnHeads(name: string): [string, string] {
  return [filesText.inJapan(name), filesText.inIso(name)]
}

export function withFormattedTimes<T extends { at: number }>(record: T) {
  return { ...record, time: formatIsoTime(record.at), timeInJapan: formatSpreadsheetTime(record.at) }
}

/** A moment twice: as spreadsheets read it, on a clock in Japan, and in ISO 8601 with the device's offset. `time` is Unix milliseconds; unknown ones are empty cells. */
export function timeCells(time: number | null | undefined): [string | null, string | null] {
  return time === null || time === undefined
    ? [null, null]
    : [formatSpreadsheetTime(time), formatIsoTime(time)]
}
