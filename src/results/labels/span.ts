import { reportText } from '../../text/report.ts'

/** Names what a report is about: a whole month as 2026-07, any other span as 2026-07-01/2026-08-15. Newer ones sort later. */
export function spanKey({ startDate, endDate }: { startDate: string; endDate: string }): string {
  const month = startDate.slice(0, 'yyyy-mm'.length)
  const isMonth = startDate === `${month}-01` && endDate.startsWith(month) && endDate >= lastDay(month)
  return isMonth ? month : `${startDate}/${endDate}`
}

/** The same in words: 2026年7月, or 2026年7月1日〜2026年8月15日. */
export function spanText(key: string): string {
  return key
    .split('/')
    .map((date) => {
      const [year = 0, month = 0, day] = date.split('-').map(Number)
      return `${reportText.month(year, month)}${day === undefined ? '' : `${day}日`}`
    })
    .join('〜')
}

function lastDay(month: string): string {
  const [year = 0, inYear = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, inYear, 0)).getUTCDate()}`
}
