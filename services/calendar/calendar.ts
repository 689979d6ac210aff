import { both, type Text } from '../../kit/model/lang.ts'

/** Kinds of days that a person has. */
export const CALENDAR_KINDS = {
  due: both('承诺办结', 'Promised day'),
  posting: both('公示', 'Posting'),
  appointment: both('预约', 'Appointment'),
} as const satisfies Record<string, Text>
export type CalendarKind = keyof typeof CALENDAR_KINDS
/** Something on a day, or from one day to another. It names no person: the address of a calendar lies in other programs. */
export interface CalendarEntry {
  id: string
  kind: CalendarKind
  /** what it is, by its code */
  title: string
  fromDay: string
  /** the last day; the same where it is one */
  toDay: string
  /** hh:mm-hh:mm, or '' where it is the whole day */
  time: string
  /** the page that it leads to */
  link: string
}
/** Days before today and after it that a calendar holds; entries of one kind. */
export const CALENDAR_DAYS = { before: 30, after: 180 } as const
export const MOST_ENTRIES = 500

export const calendarWords = {
  title: both('日历', 'Calendar'),
  none: both('没有日程', 'Nothing in these days'),
  day: both('日期', 'Day'),
  kind: both('类型', 'Kind'),
  what: both('内容', 'What'),
  subscribe: both('生成订阅地址', 'Make an address'),
  renew: both('更换订阅地址', 'Make another address'),
  revoke: both('撤销订阅', 'Revoke it'),
  revoked: both('订阅已撤销，原地址不再可用', 'Revoked: the address opens nothing any more'),
  help: both(
    '将下面的地址添加到手机或电脑日历（iCalendar）。地址只显示这一次，请勿转发；不用时请撤销。',
    'Add this address to the calendar of a phone or computer (iCalendar). It is shown only once: give it to nobody, and revoke it when it is not used.',
  ),
  has: both('订阅地址生成于', 'An address was made on'),
} as const
