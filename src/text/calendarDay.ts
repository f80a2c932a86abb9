/** A day of the wire, such as 2026-11-22, as it is read: 2026年11月22日. */
export function calendarDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}
