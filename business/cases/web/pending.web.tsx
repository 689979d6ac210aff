import { UndoOutlined } from '@ant-design/icons'
import { Button, Card, Flex, Typography } from 'antd'
import { createContext, useContext, useEffect, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { both } from '../../../kit/model/lang.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { leadTo, LINK, partAt } from './lead.web.ts'

const words = { takeBack: both('恢复原值', 'Back to what stood there') }
/** What the form would change of the register as it is typed now: what, from what to what, where it stands in the form, and how it alone is taken back. */
export interface PendingChange {
  what: string
  /** texts by which another change of the same place is known */
  before: string
  after: string
  shown: ReactNode
  at?: string | undefined
  undo?: (() => void) | undefined
}
/** The changes that are drawn on the page now, each by the place that shows it. */
class Pending {
  private readonly all = new Map<string, PendingChange>()
  private readonly told = new Set<() => void>()
  private now: readonly (readonly [string, PendingChange])[] = []
  set(id: string, change: PendingChange | undefined): void {
    if (change) this.all.set(id, change)
    else this.all.delete(id)
    this.now = [...this.all]
    for (const tell of this.told) tell()
  }
  readonly list = () => this.now
  readonly follow = (tell: () => void) => {
    this.told.add(tell)
    return () => void this.told.delete(tell)
  }
}
const PendingContext = createContext<Pending | undefined>(undefined)
/** Gathers the changes that are shown inside it. */
export function PendingChanges({ children }: { children: ReactNode }) {
  const [pending] = useState(() => new Pending())
  return <PendingContext value={pending}>{children}</PendingContext>
}
/** Says of a place on the page what is changed there; undefined while nothing is. */
export function usePending(change: PendingChange | undefined): void {
  const id = useId()
  const pending = useContext(PendingContext)
  // what leads back is the latest: the form around it has gone on
  const now = useRef(change)
  now.current = change
  useEffect(() => {
    if (!pending || !change) return
    pending.set(id, { ...change, undo: change.undo && (() => now.current?.undo?.()) })
    return () => pending.set(id, undefined)
  }, [pending, id, change && [change.what, change.at, change.before, change.after].join('\n')])
}

/** Takes one change back. */
export function TakeBack({ what, undo }: Pick<PendingChange, 'what'> & { undo(): void }) {
  const { say } = useSay()
  const name = `${say(words.takeBack)} ${what}`
  return <Button size="small" type="text" icon={<UndoOutlined />} title={say(words.takeBack)} aria-label={name} onClick={undo} />
}
/** All that the form changes, each a link to its place with the way to take it back; stored once, with the form. */
export function PendingCard({ partOf }: { partOf(field: string): string | undefined }) {
  const { say } = useSay()
  const pending = useContext(PendingContext)
  const changes = useSyncExternalStore(pending?.follow ?? (() => () => {}), pending?.list ?? (() => NONE))
  if (changes.length === 0) return null
  const title = say(both(`本次变更 ${changes.length} 项`, changes.length === 1 ? '1 change in this case' : `${changes.length} changes in this case`))
  return (
    <Card size="small" title={title} className="case-pending">
      <Flex vertical gap={6} data-testid="pending">
        {changes.map(([id, { what, shown, at, undo }]) => (
          <Flex key={id} justify="space-between" align="start" gap={4}>
            <div>
              <Button type="link" size="small" style={LINK} onClick={() => at && leadTo(partOf(at) ?? partAt(at) ?? '', at)}>
                {what}
              </Button>
              <Typography.Text type="secondary">{shown}</Typography.Text>
            </div>
            {undo && <TakeBack what={what} undo={undo} />}
          </Flex>
        ))}
      </Flex>
    </Card>
  )
}
const NONE: readonly (readonly [string, PendingChange])[] = []
