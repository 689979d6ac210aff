import { Alert, Card, Flex, Grid, Steps } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from './words.ts'

export interface CasePart {
  key: string
  title: string
  body: ReactNode
}
/** What is near the top of the window counts as the part one is at; the head of the case covers the first pixels. */
const NEAR_TOP = '-140px 0px -55% 0px'

/** The parts of a case as cards, and beside them (where there is room) the list that leads to each. */
export function CaseParts({ parts }: { parts: readonly CasePart[] }) {
  const wide = Grid.useBreakpoint().md !== false
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
  return (
    <Flex gap="middle" align="start">
      {wide && (
        <nav style={{ flex: '0 0 150px', position: 'sticky', top: 64 }}>
          <Steps orientation="vertical" size="small" current={at} onChange={go} items={parts.map((p) => ({ title: p.title, status: 'wait' }))} />
        </nav>
      )}
      <Flex vertical gap="middle" style={{ flex: 1, minWidth: 0 }}>
        {parts.map((p, i) => (
          <section
            key={p.key}
            ref={(el) => {
              sections.current[i] = el
            }}
            aria-label={p.title}
            style={{ scrollMarginTop: 72 }}
          >
            <Card size="small" title={p.title}>
              {p.body}
            </Card>
          </section>
        ))}
      </Flex>
    </Flex>
  )
}

/** What keeps a case from being stored, each once; scrolls itself into view. */
export function Faults({ of: faults, onClose }: { of: readonly string[]; onClose(): void }) {
  const { say } = useSay()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' })
  }, [faults])
  if (faults.length === 0) return null
  return (
    <div ref={box} style={{ scrollMarginTop: 72, marginBottom: 12 }}>
      <Alert
        type="error"
        showIcon
        closable={{ onClose }}
        title={say(words.faults)}
        description={
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {[...new Set(faults)].map((f) => (
              <li key={f}>{f}</li>
            ))}
          </ul>
        }
      />
    </div>
  )
}
