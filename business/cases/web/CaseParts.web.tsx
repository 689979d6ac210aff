import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled } from '@ant-design/icons'
import { Alert, Button, Card, Flex, Grid, theme } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { both } from '../../../kit/model/lang.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import type { FieldFault } from './form.web.ts'
import { leadTo, LINK, partId } from './lead.web.ts'
import { PendingChanges } from './pending.web.tsx'
import { words } from './words.ts'

/** How a part stands: how much of it is wrong, how much is missing; absent where a part asks nothing. */
export interface PartState {
  wrong: number
  missing: number
}
export interface CasePart {
  key: string
  title: string
  state?: PartState
  /** takes the room of what stands beside the parts too: only before all that do not */
  wide?: boolean
  body: ReactNode
}
/** What is near the top of the window counts as the part one is at; the head of the case covers the first pixels. */
const NEAR_TOP = '-140px 0px -55% 0px'

/** A part in the rail: done, wrong with its number, or missing; told by sign and word, not by colour alone. */
function Mark({ of: state }: { of?: PartState }) {
  const { say } = useSay()
  const { token } = theme.useToken()
  if (!state) return <span style={{ width: 14 }} />
  if (state.wrong > 0) {
    const told = say(both(`${state.wrong}处有误`, `${state.wrong} wrong`))
    return <CloseCircleFilled style={{ color: token.colorError }} aria-label={told} title={told} />
  }
  if (state.missing > 0) {
    const told = say(both(`${state.missing}处未填`, `${state.missing} missing`))
    return <ClockCircleOutlined style={{ color: token.colorTextTertiary }} aria-label={told} title={told} />
  }
  return <CheckCircleFilled style={{ color: token.colorSuccess }} aria-label={say(words.partDone)} title={say(words.partDone)} />
}

interface CasePartsProps {
  parts: readonly CasePart[]
  /** stands beside the parts where there is room, else below them */
  aside?: ReactNode
  /** a person has left a field of this part */
  onLeft?(key: string): void
}
/** The parts of a case as cards, and beside them (where there is room) the rail that leads to each and tells how it stands. */
export function CaseParts({ parts, aside, onLeft }: CasePartsProps) {
  const screens = Grid.useBreakpoint()
  const wide = screens.md !== false
  const { token } = theme.useToken()
  const { say } = useSay()
  const [at, setAt] = useState(0)
  const sections = useRef<(HTMLElement | null)[]>([])
  useEffect(() => {
    const seen = new Set<number>()
    const watch = new IntersectionObserver(
      (entries) => {
        for (const e of entries) seen[e.isIntersecting ? 'add' : 'delete'](sections.current.indexOf(e.target as HTMLElement))
        if (seen.size > 0) setAt(Math.min(...seen))
      },
      { rootMargin: NEAR_TOP },
    )
    for (const s of sections.current) if (s) watch.observe(s)
    return () => watch.disconnect()
  }, [parts.length])
  const go = (i: number) => {
    setAt(i)
    sections.current[i]?.scrollIntoView({ block: 'start' })
  }
  const section = (p: CasePart, i: number) => (
    <section
      key={p.key}
      id={partId(p.key)}
      ref={(el) => {
        sections.current[i] = el
      }}
      aria-label={p.title}
      tabIndex={-1}
      style={{ scrollMarginTop: 72, outline: 'none' }}
      onBlurCapture={() => onLeft?.(p.key)}
    >
      <Card size="small" title={p.title}>
        {p.body}
      </Card>
    </section>
  )
  const firstNarrow = parts.findIndex((p) => !p.wide)
  const over = firstNarrow < 0 ? parts.length : firstNarrow
  const drawn = (
    <Flex gap="middle" align="start">
      {wide && (
        <nav data-tour="case-parts" aria-label={say(words.parts)} style={{ flex: '0 0 176px', width: 176, position: 'sticky', top: 64 }}>
          <Flex vertical gap={2}>
            {parts.map((p, i) => (
              <Button
                key={p.key}
                type="text"
                aria-current={i === at ? 'step' : undefined}
                onClick={() => go(i)}
                icon={<Mark of={p.state} />}
                style={{
                  justifyContent: 'start',
                  height: 'auto',
                  minHeight: 32,
                  paddingBlock: 4,
                  whiteSpace: 'normal',
                  textAlign: 'start',
                  ...(i === at ? { background: token.controlItemBgActive, color: token.colorPrimary } : {}),
                }}
              >
                <span style={{ flex: 1, minWidth: 0 }}>{p.title}</span>
                {/* room for the number of faults is always there: nothing moves when one comes */}
                <span style={{ minWidth: 14, textAlign: 'end', color: token.colorError }}>{(p.state?.wrong ?? 0) > 0 ? p.state!.wrong : ''}</span>
              </Button>
            ))}
          </Flex>
        </nav>
      )}
      <Flex data-tour="case-body" vertical gap="middle" style={{ flex: 1, minWidth: 0 }}>
        {parts.slice(0, over).map(section)}
        <Flex gap="middle" align="start">
          <Flex vertical gap="middle" style={{ flex: 1, minWidth: 0 }}>
            {parts.slice(over).map((p, i) => section(p, over + i))}
            {!screens.xl && (
              <aside data-tour="case-aside" aria-label={say(words.beside)}>
                {aside}
              </aside>
            )}
          </Flex>
          {screens.xl && (
            <aside
              data-tour="case-aside"
              aria-label={say(words.beside)}
              style={{ flex: '0 0 290px', position: 'sticky', top: 64, maxHeight: 'calc(100vh - 76px)', overflow: 'auto' }}
            >
              {aside}
            </aside>
          )}
        </Flex>
      </Flex>
    </Flex>
  )
  return <PendingChanges>{drawn}</PendingChanges>
}

/** A fault with the part where it is put right, and the words that say where. */
export interface Placed extends FieldFault {
  part?: string
  /** nothing else of the form helps before this is another */
  bars?: boolean
}
/** What keeps a case from being stored, each once, a link to its field. After a try (`tried` is another) the page goes to the first of them; what no part has is read here. */
export function Faults({ of: faults, tried, onClose }: { of: readonly Placed[]; tried: readonly Placed[]; onClose(): void }) {
  const { say } = useSay()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [first] = tried
    if (first?.part && tried.every((f) => f.part)) leadTo(first.part, first.field)
    else box.current?.scrollIntoView({ block: 'start' })
  }, [tried])
  if (faults.length === 0) return null
  // what no field says is no list of things to correct
  const [only] = faults.length === 1 ? faults : []
  if (only && !only.part)
    return (
      <div ref={box} style={{ scrollMarginTop: 72, marginBottom: 12 }}>
        <Alert type="error" showIcon closable={{ onClose }} title={only.msg} />
      </div>
    )
  return (
    <div ref={box} style={{ scrollMarginTop: 72, marginBottom: 12 }}>
      <Alert
        type="error"
        showIcon
        closable={{ onClose }}
        title={say(words.faults)}
        description={
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {/* a sentence is read once, and leads to the first place that it is about */}
            {[...Map.groupBy(faults, (f) => f.msg)].map(([sentence, [first]]) => (
              <li key={sentence}>
                {first?.part ? (
                  <Button type="link" size="small" style={LINK} onClick={() => leadTo(first.part!, first.field)}>
                    {sentence}
                  </Button>
                ) : (
                  sentence
                )}
              </li>
            ))}
          </ul>
        }
      />
    </div>
  )
}

/** A shadow at the edge of a list behind which there is more, where a browser shows no bar; `bg` covers it at the list's own ends. */
const moreBelow = (bg: string, shade: string) => ({
  background: [
    `linear-gradient(${bg} 40%, transparent) top / 100% 28px no-repeat local`,
    `linear-gradient(transparent, ${bg} 60%) bottom / 100% 28px no-repeat local`,
    `linear-gradient(${shade}, transparent) top / 100% 10px no-repeat scroll`,
    `linear-gradient(transparent, ${shade}) bottom / 100% 10px no-repeat scroll`,
    bg,
  ].join(', '),
})
/** What a case still lacks before it may be submitted, each a link that leads there. Shown beside the form. */
export function Lacks({ of: lacks }: { of: readonly Placed[] }) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const shaded = moreBelow(token.colorBgContainer, token.colorBorder)
  if (lacks.length === 0) return <Card size="small">{say(words.nothingLacks)}</Card>
  return (
    <Card
      size="small"
      title={say(both(`提交前还缺 ${lacks.length} 项`, `${lacks.length} still to fill in`))}
      styles={{ body: { maxHeight: '42vh', overflow: 'auto', ...shaded } }}
    >
      <Flex vertical gap={6} data-testid="lacks">
        {lacks.map((l) => (
          <Button key={`${l.field}${l.msg}`} type="link" size="small" danger={!!l.bars} style={LINK} onClick={() => l.part && leadTo(l.part, l.field)}>
            {l.msg}
          </Button>
        ))}
      </Flex>
    </Card>
  )
}
