import { both, type Text } from '../../kit/model/lang.ts'

/** Kinds of messages; each may be switched off by its reader. */
export const INBOX_KINDS = {
  task: both('待办任务', 'Tasks'),
  return: both('退回', 'Returned'),
  objection: both('异议', 'Objections'),
  due: both('期限', 'Deadlines'),
  notice: both('通知公告', 'Notices'),
  job: both('后台任务', 'Jobs'),
  account: both('账号', 'Account'),
} as const satisfies Record<string, Text>
export type InboxKind = keyof typeof INBOX_KINDS
export const isInboxKind = (k: unknown): k is InboxKind => typeof k === 'string' && Object.hasOwn(INBOX_KINDS, k)

/** A message as its reader gets it. `name`: of what it is about, as far as he may see it now; '' otherwise, and then `link` is '' as well. */
export interface InboxMessage {
  id: string
  kind: InboxKind
  subject: string
  name: string
  link: string
  createTime: string
  isRead: 0 | 1
}
/** What the bell is told: how many are unread, a hundred at most, and which is the newest of them. */
export interface BellState {
  unread: number
  newest: string
}
/** The bell counts up to here. */
export const MOST_UNREAD = 100
/** Unread messages as the bell shows them. */
export const badge = (unread: number): string => (unread >= MOST_UNREAD ? '99+' : unread > 0 ? String(unread) : '')

/** A message in one line: of what, and what is to be done. */
export const inboxLine = (m: Pick<InboxMessage, 'name' | 'subject'>): string => (m.name ? `${m.name} · ${m.subject}` : m.subject)

/** Name of the bell's state on the live channel. */
export const BELL = 'inbox'

export const inboxWords = {
  title: both('消息', 'Messages'),
  none: both('没有消息', 'No messages'),
  all: both('全部', 'All'),
  unreadOnly: both('未读', 'Unread'),
  markAll: both('全部已读', 'Mark all read'),
  markRead: both('标为已读', 'Mark read'),
  settings: both('接收设置', 'Settings'),
  settingsHelp: both('取消勾选的消息不再提醒；待办仍在首页和待办业务中。', 'You are no longer notified of kinds without a tick; tasks stay in the to-do list.'),
  outsideHelp: both(
    '勾选后，该类消息同时发到您的手机或邮箱，不含姓名和证件号。',
    'Ticked kinds are sent to your phone or mail as well, without names or numbers.',
  ),
  quiet: both('免打扰', 'Quiet hours'),
  quietFrom: both('免打扰开始', 'Quiet from'),
  quietTo: both('免打扰结束', 'Quiet until'),
  digest: both('每日汇总', 'One a day at'),
  atOnce: both('逐条发送', 'Each at once'),
  kind: both('类型', 'Kind'),
  subject: both('内容', 'Message'),
  time: both('时间', 'Time'),
  more: both('查看全部', 'Show all'),
  unread: both('未读', 'unread'),
}
