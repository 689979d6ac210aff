import { ArrowLeftOutlined, DownOutlined, FullscreenOutlined, LayoutOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Dropdown, Result, Spin, Tooltip } from 'antd'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useDetail, type AnyRow } from '../../kit/web/calls.web.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import { Commands, useRun, useVisible, type RowCommand, type Tools } from '../../kit/web/commands.web.tsx'
import type { RecordProps } from '../list/props.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { LoadFailed } from '../parts/LoadFailed.web.tsx'
import { useNeighbours, useStepKeys, type Neighbours } from './neighbours.web.ts'
import { placeIn, recordWords as words } from './words.ts'
import './record.css'

interface RecordPageProps extends RecordProps {
  /** draws the record; `isWhole` is false while only what its list knows of it is there */
  children(row: AnyRow, isWhole: boolean): ReactNode
  /** reads the record otherwise than by its `detail` call */
  read?: { data: AnyRow | undefined; error: Error | null; refetch(): unknown }
}
/**
 * A record as a page over its list, which stays as it is beneath: the way back, its place in the list with the neighbours by key, and what is drawn of it.
 * What the list knows is shown at once; the way back and the place answer a press, the record follows. Source: screens.md B; docs/adr/0052.
 */
export function RecordPage({ children, read, ...open }: RecordPageProps) {
  const { of: r, id, asOf, onStep, onClose } = open
  const { say } = useSay()
  const own = useDetail(r, read ? undefined : id, asOf)
  const detail = read ?? own
  const neighbours = useNeighbours(open)
  const listed = neighbours.row
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [id])
  const whole = detail.data?.id === id ? detail.data : undefined
  // a day that is past is told by the record alone: its list may show another one
  const row = useMemo(() => (whole ? { ...(asOf ? {} : listed), ...whole } : asOf ? undefined : listed), [whole, listed, asOf])
  const shown = useDeferredValue(
    useMemo(() => row && { row, isWhole: !!whole }, [row, whole]),
    null,
  )
  useFocus(box, !!shown)
  return (
    <section className="record-page" ref={box} aria-label={say({ zh: r.label, en: r.en })}>
      <RecordBar of={neighbours} onStep={onStep} onClose={onClose} split={open.split} />
      {detail.error ? (
        <RecordMissing error={detail.error} onRetry={() => void detail.refetch()} onClose={onClose} />
      ) : !row ? (
        <Waiting />
      ) : (
        // until it follows nobody presses what stood there before
        shown && <div inert={shown.row.id !== row.id}>{children(shown.row, shown.isWhole)}</div>
      )}
    </section>
  )
}
interface RecordBarProps extends Pick<RecordProps, 'onStep' | 'split'> {
  of: Neighbours
  /** the way back, where the page has none of its own */
  onClose?(): void
}
/** The way back to the list, and the neighbours in it, by button and by key. */
export function RecordBar({ of: { place, total, previous, next, coming }, onStep, onClose, split }: RecordBarProps) {
  const { say } = useSay()
  const { visible } = usePageState()
  const go = (to: typeof next) => to && onStep(to.id, to.current)
  // a key that is pressed before the next page of the list has come is obeyed when it has
  const [wanted, want] = useState<'next' | 'previous'>()
  const awaited = wanted === 'next' ? next : wanted === 'previous' ? previous : undefined
  useEffect(() => {
    if (!awaited) return
    want(undefined)
    go(awaited)
  }, [awaited?.id])
  useStepKeys(visible, (way) => {
    const to = way === 'next' ? next : previous
    want(to ? undefined : coming?.[way] ? way : wanted)
    go(to)
  })
  const turn = (to: typeof next, text: typeof words.next, key: string, icon: ReactNode) => (
    <Tooltip title={`${say(text)}（${key}）`}>
      <Button size="small" type="text" icon={icon} aria-label={say(text)} aria-keyshortcuts={key} disabled={!to} onClick={() => go(to)}>
        <span className="record-turn">{say(text)}</span>
      </Button>
    </Tooltip>
  )
  return (
    <nav className="record-bar" aria-label={say(words.neighbours)}>
      {onClose ? (
        <Button className="record-back" size="small" type="text" icon={<ArrowLeftOutlined />} onClick={onClose}>
          {say(words.back)}
        </Button>
      ) : (
        <span />
      )}
      {split && (
        <Tooltip title={say(split.on ? words.whole : words.split)}>
          <Button
            size="small"
            type="text"
            icon={split.on ? <FullscreenOutlined /> : <LayoutOutlined />}
            aria-label={say(split.on ? words.whole : words.split)}
            aria-pressed={split.on}
            onClick={split.onToggle}
          />
        </Tooltip>
      )}
      {place !== undefined && (
        <span className="record-place">
          <span role="status">{say(placeIn(place, total))}</span>
          {turn(previous, words.previous, 'K', <LeftOutlined />)}
          {turn(next, words.next, 'J', <RightOutlined />)}
        </span>
      )}
    </nav>
  )
}
/** The reader goes to the record once it stands, unless he has gone elsewhere by then, and back to where he was in the list. */
function useFocus(box: React.RefObject<HTMLElement | null>, stands: boolean): void {
  const from = useRef<Element>(null)
  useEffect(() => {
    from.current = document.activeElement
    return () => {
      if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const at = document.activeElement
    if (stands && (at === from.current || at === document.body)) box.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [stands])
}
const Waiting = () => (
  <div className="record-wait">
    <Spin />
  </div>
)
interface MissingProps {
  error: Error
  onRetry(): void
  onClose(): void
}
/** Why there is no record, with the way on: what is refused or gone is not asked for again. */
export function RecordMissing({ error, onRetry, onClose }: MissingProps) {
  const { say } = useSay()
  const code = isApiError(error) ? error.code : 0
  if (code !== 403 && code !== 404) return <LoadFailed error={error} onRetry={onRetry} onClose={onClose} />
  const back = (
    <Button type="primary" onClick={onClose}>
      {say(words.back)}
    </Button>
  )
  return <Result status={code} title={say(code === 403 ? words.refused : words.gone)} extra={back} />
}
interface RecordActsProps {
  of: readonly RowCommand[]
  on: AnyRow
  tools: Tools
  /** keys of what is done most, the first of them in colour; and of what is printed */
  main: readonly string[]
  prints?: readonly string[]
}
/** What may be done with a record: most of it under 更多, papers under 打印; what is not possible now says why. */
export function RecordActs({ of, on, tools, main, prints = [] }: RecordActsProps) {
  const { say } = useSay()
  const run = useRun(tools)
  const visible = useVisible()
  const papers = visible(
    prints.flatMap((k) => of.filter((c) => c.key === k)),
    on,
  )
  const first = main.flatMap((k) => of.filter((c) => c.key === k)).map((c, i): RowCommand => ({ ...c, primary: i === 0, danger: false }))
  const rest = of.filter((c) => !main.includes(c.key) && !prints.includes(c.key))
  return (
    <div className="record-acts" role="group" aria-label={say(words.acts)}>
      {papers.length > 0 && (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={{
            items: papers.map(({ command: c, reason }) => ({
              key: c.key,
              disabled: !!reason,
              label: reason ? <Tooltip title={say(reason)}>{say(c.label)}</Tooltip> : say(c.label),
              onClick: () => void run(c, on),
            })),
          }}
        >
          <Button icon={<DownOutlined />} iconPlacement="end">
            {say(words.print)}
          </Button>
        </Dropdown>
      )}
      <Commands of={[...first, ...rest]} on={on} tools={tools} limit={visible(first, on).length + (visible(rest, on).length ? 1 : 0)} />
    </div>
  )
}
