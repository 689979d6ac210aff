import { useQuery } from '@tanstack/react-query'
import { Flex, theme, Typography } from 'antd'
import { minus, sumTyped } from '../../land/definitions/area.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { Form } from '../cases/definitions/business.ts'
import { formsIn } from '../cases/definitions/form.ts'
import { sharedOut } from '../cases/land/pieces.ts'
import { useBooks } from './Book.web.tsx'
import { pieceArea, PIECE_COLOURS } from '../cases/web/Cutting.web.tsx'
import { headOf } from './branch-placing.ts'
import { numberOf } from './branches.ts'
import { words } from './branch-words.ts'

const plain = (v: unknown): string => (typeof v === 'string' ? v : '')
export const colourOf = (i: number): string => PIECE_COLOURS[i % PIECE_COLOURS.length]!

/** The lines of every book of the household, the chosen one first; of another one only while the household has it. */
export function useLines(form: Form): AnyRow[] {
  const code = plain(form.cbjyqzbm)
  const current = useQuery({
    queryKey: queryKeyOf('djb', 'of', code.slice(0, -1)),
    enabled: code.length === 19,
    retry: false,
    staleTime: 60_000,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/djb/wzx/page', { cbjyqzbm: code.slice(0, -1), current: 1, size: 10 }, { quiet: true }),
  }).data
  const others = (current?.records ?? []).filter((b) => b.cbjyqzbm !== code).map((b): Form => ({ cbjyqzbm: b.cbjyqzbm, djbId: String(b.id) }))
  return useBooks([form, ...others]).flatMap((b) => b.data?.lines ?? [])
}
/** Who a household is called on the screen. */
export function useNames(form: Form): (i: number) => string {
  const { say } = useSay()
  const households = formsIn(form.households)
  return (i) => {
    const head = formsIn(households[i]?.jtcyList).find((m) => m.id === headOf(households[i] ?? {}))
    return `${say(words.house(i + 1))}${head?.cyxm ? ` ${plain(head.cyxm)}` : ''}`
  }
}
/** The contract area (mu) that each household gets, '0.00' while nothing is given. */
function areasOf(form: Form, lines: readonly AnyRow[]): string[] {
  const cuts = formsIn(form.cuts)
  // of what several get, each has what is typed; what one gets, it gets whole
  const isDivided = (dkbm: unknown) => formsIn(form.households).filter((h) => formsIn(h.dk).some((d) => d.dkbm === dkbm)).length > 1
  return formsIn(form.households).map((h, i) => {
    const given = formsIn(h.dk).map((d) => d.htmjm ?? (isDivided(d.dkbm) ? '' : lines.find((l) => l.dkbm === d.dkbm)?.htmjm))
    const pieces = cuts.flatMap((c) => {
      const list = formsIn(c.pieces)
      const areas = list.map((p) => pieceArea(plain(p.geom)))
      const line = lines.find((l) => l.dkbm === c.dkbm)
      if (!line || !areas.length || !areas.every(Boolean)) return []
      const shares = sharedOut(plain(line.htmjm), areas)
      return list.flatMap((p, n) => (p.to === numberOf(i) ? [shares[n]] : []))
    })
    return sumTyped([...given, ...pieces])
  })
}

/** The bar of what is given: a part of the whole for each household, and what is left. */
export function BalanceBar({ form, lines, people }: { form: Form; lines: readonly AnyRow[]; people: number }) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const name = useNames(form)
  const households = formsIn(form.households)
  const cuts = formsIn(form.cuts)
  const whole = sumTyped(lines.map((l) => l.htmjm))
  const areas = areasOf(form, lines)
  const left = minus(whole, sumTyped(areas))
  const placed = new Set(households.flatMap((h) => formsIn(h.jtcyList).map((m) => m.id))).size
  const given = new Set([...households.flatMap((h) => formsIn(h.dk).map((d) => d.dkbm)), ...cuts.map((c) => c.dkbm)])
  const free = lines.filter((l) => !given.has(l.dkbm)).length
  const done = left === '0.00' && placed === people && free === 0
  // where everything stays with one household, the others are not made yet
  const empty = households.flatMap((h, i) => (formsIn(h.jtcyList).length ? [] : [name(i)]))
  const part = (n: number) => (Number(whole) > 0 ? `${Math.max(0, (n / Number(whole)) * 100)}%` : '0%')
  return (
    <div role="status" data-testid="split-balance">
      <Flex style={{ height: 12, borderRadius: 6, overflow: 'hidden', background: token.colorFillSecondary }}>
        {areas.map((a, i) => (
          <div key={i} title={`${name(i)} ${a}`} style={{ width: part(Number(a)), background: colourOf(i) }} />
        ))}
      </Flex>
      <Flex wrap style={{ paddingTop: 6, columnGap: 24, rowGap: 4 }}>
        <span>
          {say(words.before)}{' '}
          <strong>
            {people} {say(words.people(people))} · {lines.length} {say(words.pieces)} · {whole} {say(words.mu)}
          </strong>
        </span>
        {households.map((h, i) => (
          <span key={i}>
            <span style={{ display: 'inline-block', width: 8, height: 8, borderRadius: 4, background: colourOf(i), marginInlineEnd: 6 }} />
            {name(i)}{' '}
            <strong>
              {formsIn(h.jtcyList).length} {say(words.people(formsIn(h.jtcyList).length))} · {areas[i]} {say(words.mu)}
            </strong>
          </span>
        ))}
        {/* nothing is placed of a book that is still being read */}
        {people > 0 && (
          <Typography.Text type={done && empty.length === 0 ? 'success' : 'warning'}>
            {done
              ? say(empty.length ? words.nobodyIn(empty.join('、')) : words.allPlaced)
              : `${say(words.left)} ${people - placed} ${say(words.people(people - placed))} · ${free} ${say(words.pieces)} · ${left} ${say(words.mu)}`}
          </Typography.Text>
        )}
      </Flex>
    </div>
  )
}
