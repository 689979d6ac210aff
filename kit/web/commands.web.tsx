import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, Tooltip, type ButtonProps } from 'antd'
import { use, useState, type ReactNode } from 'react'
import type { Text } from '../model/lang.ts'
import { permOf, type AnyResource } from '../model/resource.ts'
import type { AnyRow } from './calls.web.ts'
import { isApiError } from './client.web.ts'
import { useAsk } from './ask.web.ts'
import { useToast } from './dialogs.web.tsx'
import type { OpenMode } from './list-state.web.ts'
import { phrases } from './phrases.ts'
import { TablesContext, useSession } from './session.web.ts'
import { useSay } from './words.web.ts'

/** All rows that match what a list is asked: too many to be named one by one, so the server finds them by the question. */
export interface Question {
  query: Readonly<Record<string, string | number>>
  total: number
}
/** Rows that are chosen one by one, or by a question. */
export interface Selection {
  rows: readonly AnyRow[]
  question?: Question | undefined
}
/** What a command may do with the page around it. */
export interface Tools {
  open(mode: OpenMode, id?: string): void
  remove(ids: readonly string[]): Promise<void>
  reload(): Promise<unknown>
}
/** A button as data. `On` is the row of a row command, or the selected rows of a toolbar command. */
export interface Command<On = AnyRow> {
  key: string
  label: Text
  /** button code; without it everybody sees the command */
  perm?: string
  /** true or nothing: ready; false: not there; a text: greyed, and the text tells why */
  when?(on: On): boolean | Text
  /** asked before it runs */
  confirm?: Text | ((on: On) => Text)
  /** does it; what it throws is shown */
  run(on: On, tools: Tools): unknown
  /** told afterwards */
  done?: Text
  danger?: boolean
  primary?: boolean
  /** refuses an empty selection with '请选择至少一条数据' */
  needsRows?: boolean
  /** does it to all rows of a question; a command without it takes rows that are chosen one by one alone */
  runAll?(question: Question, tools: Tools): unknown
  /** stays while the register is seen as it stood on an earlier day */
  past?: boolean
  icon?: ReactNode
}
export type RowCommand = Command<AnyRow>
export type ToolCommand = Command<readonly AnyRow[]>

/** The default buttons of a resource, by name, so that a page replaces one by spreading. Source: platform-api.md 4. */
export function defaultCommands(r: AnyResource): { row: Record<'view' | 'edit' | 'delete', RowCommand>; tool: Record<'add' | 'delete', ToolCommand> } {
  const remove = { key: 'delete', label: phrases.remove, perm: permOf(r, 'delete'), danger: true, confirm: phrases.confirmRemove, done: phrases.removed }
  return {
    row: {
      view: { key: 'view', label: phrases.view, perm: permOf(r, 'view'), past: true, run: (row, t) => t.open('view', row.id) },
      edit: { key: 'edit', label: phrases.edit, perm: permOf(r, 'edit'), run: (row, t) => t.open('edit', row.id) },
      delete: { ...remove, run: (row, t) => t.remove([row.id]) },
    },
    tool: {
      add: { key: 'add', label: phrases.add, perm: permOf(r, 'add'), primary: true, run: (_rows, t) => t.open('add') },
      delete: { ...remove, needsRows: true, run: (rows, t) => t.remove(rows.map((x) => x.id)) },
    },
  }
}

/** Runs a command: selection, question, deed, message; what fails is told. */
export function useRun(tools: Tools) {
  const ask = useAsk(),
    toast = useToast()
  return async <On,>(c: Command<On>, on: On): Promise<void> => {
    if (c.needsRows && Array.isArray(on) && on.length === 0) return toast.warn(phrases.noneSelected)
    const question = typeof c.confirm === 'function' ? c.confirm(on) : c.confirm
    if (question && !(await ask(question, c.danger))) return
    try {
      await c.run(on, tools)
      if (c.done) toast.done(c.done)
    } catch (e) {
      // a refused call was told by the client already
      if (!isApiError(e)) toast.failed(e)
    }
  }
}

/** The commands that this person may see for this row, each with the reason why it is greyed, if it is. */
export function useVisible() {
  const { can } = useSession()
  return <On,>(all: readonly Command<On>[], on: On) =>
    all.flatMap((c) => {
      const ready = c.when?.(on) ?? true
      return (c.perm && !can(c.perm)) || ready === false ? [] : [{ command: c, reason: ready === true ? undefined : ready }]
    })
}

/** Pixels of a sign in a button of a row: of Chinese, of Latin letters; around the words; of the button 更多. */
const SIGN = { wide: 13, narrow: 6.8, around: 10, more: 26 } as const
const widthOf = (label: string): number => [...label].reduce<number>((n, c) => n + (c > '\u2e7f' ? SIGN.wide : SIGN.narrow), SIGN.around)
/** Pixels that the buttons of a row take at most: what has no room goes under 更多. */
export const ROW_ROOM = 88
/** How many of these buttons stand beside one another in so many pixels, before the rest goes under 更多. */
export function fitting(labels: readonly string[], room: number): number {
  const widths = labels.map(widthOf)
  const sum = (n: number) => widths.slice(0, n).reduce((a, b) => a + b, 0)
  if (sum(labels.length) <= room) return labels.length
  let n = labels.length - 1
  while (n > 0 && sum(n) + SIGN.more > room) n--
  return n
}

interface CommandsProps<On> extends Pick<ButtonProps, 'size' | 'type'> {
  of: readonly Command<On>[]
  on: On
  tools: Tools
  /** buttons beyond this number go under 更多 */
  limit?: number
  /** pixels that the buttons may take; what has no room goes under 更多, which is a sign then */
  room?: number
}

/** A greyed line of the menu tells why over its whole ground, not only over its words. */
const WHOLE = { margin: '-5px -12px', padding: '5px 12px' }
/** Buttons for commands; greyed ones tell why in a tooltip, to who points at them or comes by keyboard, and to screen readers. */
export function Commands<On>({ of, on, tools, limit = of.length, room, size, type }: CommandsProps<On>) {
  const { say } = useSay()
  const run = useRun(tools),
    visible = useVisible()(of, on)
  const [busy, setBusy] = useState<string>(),
    Greyed = use(TablesContext)?.Greyed
  const told = (c: Command<On>, reason: Text) => (Greyed ? <Greyed name={say(c.label)} reason={say(reason)} perm={c.perm} /> : say(reason))
  const press = async (c: Command<On>) => {
    setBusy(c.key)
    await run(c, on).finally(() => setBusy(undefined))
  }
  const most = visible.length <= limit ? visible.length : limit - 1
  const labels = visible.map((x) => say(x.command.label))
  const fits = visible.slice(0, room === undefined ? most : fitting(labels, room))
  const rest = visible.slice(fits.length)
  const button = ({ command: c, reason }: (typeof fits)[number]) => {
    const shown = (
      <Button
        key={c.key}
        size={size}
        type={type ?? (c.primary ? 'primary' : 'default')}
        danger={c.danger}
        icon={c.icon}
        disabled={!!reason || (busy !== undefined && busy !== c.key)}
        loading={busy === c.key}
        aria-description={reason && say(reason)}
        onClick={() => void press(c)}
      >
        {say(c.label)}
      </Button>
    )
    return reason ? (
      <Tooltip key={c.key} title={told(c, reason)} trigger={['hover', 'focus']}>
        <span tabIndex={0}>{shown}</span>
      </Tooltip>
    ) : (
      shown
    )
  }
  // the main act stands at the right, as under every form; in a row it is the first that is read
  const isLast = (x: (typeof fits)[number]) => type === undefined && !!x.command.primary
  return (
    <Space size={type === 'link' ? 0 : 'small'} wrap={type !== 'link'}>
      {fits.filter((x) => !isLast(x)).map(button)}
      {rest.length > 0 && (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={{
            items: rest.map(({ command: c, reason }) => ({
              key: c.key,
              danger: c.danger,
              disabled: !!reason,
              label: reason ? <Tooltip title={told(c, reason)} children={<div style={WHOLE}>{say(c.label)}</div>} /> : say(c.label),
              onClick: () => void press(c),
            })),
          }}
        >
          {room === undefined ? (
            <Button size={size} type={type}>
              {say(phrases.more)}
            </Button>
          ) : (
            <Button size={size} type={type} icon={<EllipsisOutlined />} aria-label={say(phrases.more)} />
          )}
        </Dropdown>
      )}
      {fits.filter(isLast).map(button)}
    </Space>
  )
}
