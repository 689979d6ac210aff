import { Alert, Flex, Typography } from 'antd'
import { compare, minus, mu, sum } from '../../../land/definitions/area.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { givenBy, linesAfterMoves, wholeMove, type Move, type Moves } from '../../parts/moves.ts'
import { BookPart, startOf, useBook, type OpenBook } from '../../parts/Book.web.tsx'
import { faultAt, Fields, ListFault } from '../../cases/web/Changes.web.tsx'
import { Cutting } from '../../cases/web/Cutting.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { cutColumn, drawnMove, namesOf, registerLines, Side, SideCard, sideRows, Sides } from '../../parts/Sides.web.tsx'
import { changeExchange, ITEM, EXCHANGE_PARTY, shape } from './type.ts'
import { words } from './words.ts'

/** The other party's book, as the common part knows a book. */
const asBook = (form: Form): Form => ({ cbjyqzbm: form.cbjyqzbmB, djbId: form.djbIdB })
const NAMES_B: Readonly<Record<string, string>> = { cbjyqzbm: 'cbjyqzbmB', djbId: 'djbIdB', dk: 'dkB', cuts: 'cuts' }
const toB = (patch: Form): Form => Object.fromEntries(Object.entries(patch).flatMap(([n, v]) => (NAMES_B[n] ? [[NAMES_B[n], v]] : [])))

/** Both books beside each other; the first party applies. */
function Parties(props: PartProps) {
  const { say } = useSay()
  const { form, onChange, onParty, faults } = props
  const among = typeof form.fbfbm === 'string' && form.fbfbm ? { regionCode: form.fbfbm.slice(0, 12) } : undefined
  return (
    <Sides>
      <SideCard title={say(words.a)}>
        <BookPart {...props} narrow filled={() => ({ dk: [], cuts: [] })} />
        <ListFault faults={faults} at="cbjyqzbm" />
      </SideCard>
      <SideCard title={say(words.b)}>
        <BookPart
          {...props}
          {...(among ? { among } : {})}
          form={asBook(form)}
          onChange={(patch) => onChange(toB(patch))}
          onApplicant={(cbf) => onParty?.('cbjyqzbmB', cbf)}
          narrow
          at="cbjyqzbmB"
          filled={() => ({ dk: [], cuts: [] })}
        />
        <ListFault faults={faults} at="cbjyqzbmB" />
      </SideCard>
    </Sides>
  )
}

const chosenIn = (v: unknown): string[] => formsIn(v).map((d) => String(d.dkbm))
function movesIn(book: OpenBook, chosen: readonly string[], cuts: readonly Form[], own: string): Moves {
  return new Map(
    registerLines(book.lines).flatMap((l): [string, Move][] => {
      const cut = cuts.find((c) => c.dkbm === l.dkbm)
      const move = chosen.includes(l.dkbm) ? wholeMove(l) : cut && drawnMove(l, cut, own)
      return move ? [[l.dkbm, move]] : []
    }),
  )
}
const totalOf = (areas: readonly unknown[]) => sum(areas.map((a) => mu(String(a))))

/** What each party gives and holds afterwards. */
function Parcels({ form, onChange, editing, faults, about, onShow }: PartProps) {
  const { say } = useSay()
  const [a, b] = [useBook(form).data, useBook(asBook(form)).data]
  if (!a || !b) return <Alert type="info" showIcon title={say(words.chooseBooks)} />
  const all = editing === 'all'
  const [givesA, givesB] = [chosenIn(form.dk), chosenIn(form.dkB)]
  const cuts = about.item === ITEM.part ? formsIn(form.cuts) : []
  const [movesA, movesB] = [movesIn(a, givesA, cuts, EXCHANGE_PARTY.a), movesIn(b, givesB, cuts, EXCHANGE_PARTY.b)]
  // a parcel goes whole or is cut
  const isCut = (d: Form, next: readonly Form[]) => next.some((c) => c.dkbm === d.dkbm)
  const setCuts = (next: readonly Form[]) =>
    onChange({ cuts: next, dk: formsIn(form.dk).filter((d) => !isCut(d, next)), dkB: formsIn(form.dkB).filter((d) => !isCut(d, next)) })
  const choose = (name: 'dk' | 'dkB', dkbms: readonly string[]) =>
    onChange({ [name]: dkbms.map((dkbm) => ({ dkbm })), cuts: formsIn(form.cuts).filter((c) => !dkbms.includes(String(c.dkbm))) })
  const names = namesOf(a.lines, b.lines)
  const side = (name: 'dk' | 'dkB', own: OpenBook, moves: Moves, other: Moves, chosen: readonly string[], party: string) => {
    const rows = sideRows(own.lines, linesAfterMoves(registerLines(own.lines), moves, givenBy(other), '300'), names)
    const at = chosen.findIndex((_, i) => faultAt(faults, `${name}.${i}.dkbm`))
    return (
      <Side
        title={`${party} ${own.book.cbfmc}`}
        rows={rows}
        onShow={onShow}
        {...(about.item === ITEM.part ? { more: [cutColumn(cuts, say(words.cut), all ? setCuts : undefined)] } : {})}
        {...(all ? { chosen, onChoose: (dkbms: string[]) => choose(name, dkbms) } : {})}
      >
        <ListFault faults={faults} at={name} />
        {at >= 0 && <ListFault faults={faults} at={`${name}.${at}.dkbm`} />}
      </Side>
    )
  }
  const areas = (moves: Moves) => totalOf(givenBy(moves).map((l) => l.htmjm))
  const [givenA, givenB] = [areas(movesA), areas(movesB)]
  const order = compare(givenB, givenA)
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={changeExchange.items} />
      {a.book.cbqxz !== b.book.cbqxz && (
        <Alert type="warning" showIcon title={`${say(words.terms)} (${say(words.a)} ${a.book.cbqxz} · ${say(words.b)} ${b.book.cbqxz})`} />
      )}
      <Sides>
        {side('dk', a, movesA, movesB, givesA, say(words.a))}
        {side('dkB', b, movesB, movesA, givesB, say(words.b))}
      </Sides>
      <Flex gap="large" role="status" data-testid="exchanged">
        <span>
          {say(words.aGives)} <strong>{givenA}</strong> {say({ zh: '亩', en: 'mu' })}
        </span>
        <span>
          {say(words.bGives)} <strong>{givenB}</strong> {say({ zh: '亩', en: 'mu' })}
        </span>
        <Typography.Text type={order === 0 ? 'secondary' : 'warning'}>
          {say(words.more)} {order >= 0 ? '+' : '−'}
          {order >= 0 ? minus(givenB, givenA) : minus(givenA, givenB)} {say({ zh: '亩', en: 'mu' })}
        </Typography.Text>
      </Flex>
      {about.item === ITEM.part && (
        <>
          <ListFault faults={faults} at="cuts" />
          <Cutting
            cuts={cuts}
            at="cuts"
            lines={[...a.lines, ...b.lines]}
            holders={[
              { value: EXCHANGE_PARTY.a, label: `${say(words.a)} ${a.book.cbfmc}` },
              { value: EXCHANGE_PARTY.b, label: `${say(words.b)} ${b.book.cbfmc}` },
            ]}
            editable={editing !== 'nothing'}
            faults={faults}
            onChange={setCuts}
          />
        </>
      )}
    </Flex>
  )
}
const Agreement = (props: PartProps) => <Fields {...props} of={{ xyrq: shape.xyrq, bgyy: shape.bgyy, hfqz: shape.hfqz }} editable={props.editing === 'all'} />

/** 互换 on the screen. Source: business-flows.md 4.5; screens.md C2. */
export const changeExchangeScreen: TypeScreen = {
  type: changeExchange,
  parts: [
    { key: 'parties', title: words.parties, names: ['cbjyqzbm', 'djbId', 'fbfbm', 'cbjyqzbmB', 'djbIdB'], Part: Parties },
    { key: 'parcels', title: words.parcels, names: ['dk', 'dkB', 'cuts'], Part: Parcels },
    { key: 'agreement', title: words.agreement, names: ['xyrq', 'bgyy', 'hfqz'], Part: Agreement },
  ],
  first: (start) => ({ dk: [], dkB: [], cuts: [], hfqz: '1', ...startOf(start) }),
}
