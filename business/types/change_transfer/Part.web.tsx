import { Alert, Flex, type TableColumnType } from 'antd'
import { useEffect } from 'react'
import { isArea, compare, m2, mu, toM2 } from '../../../land/definitions/area.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formIn, formsIn } from '../../cases/definitions/form.ts'
import { divided, givenBy, linesAfterMoves, wholeMove, type Move, type Moves } from '../../parts/moves.ts'
import { BookPart, startOf, useBook } from '../../parts/Book.web.tsx'
import { Cell, faultAt, Fields, ListFault } from '../../cases/web/Changes.web.tsx'
import { Cutting } from '../../cases/web/Cutting.web.tsx'
import { HouseholdPart } from '../../parts/HouseholdPart.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { cutColumn, drawnMove, namesOf, registerLines, Side, sideRows, Sides, type SideRow } from '../../parts/Sides.web.tsx'
import { changeTransfer, ITEM, PARTY, shape } from './type.ts'
import { words } from './words.ts'

const plain = (v: unknown): string | undefined => (typeof v === 'string' && v ? v : undefined)

function Source(props: PartProps) {
  return (
    <>
      <BookPart {...props} filled={() => ({ dk: [], cuts: [] })} />
      <ListFault faults={props.faults} at="cbjyqzbm" />
    </>
  )
}

/** Code of the receiver where it is of the register. */
const receiverOf = (form: Form) => plain(formIn(form.cbfZr).cbfbm)
/** The receiver's own household book; none where it has none, or had none when the case began. */
function useOwnBook(form: Form, editing: PartProps['editing']) {
  const cbfbm = receiverOf(form)
  const known = editing === 'all' || plain(form.djbIdZr)
  const open = useBook({ cbjyqzbm: cbfbm && known ? `${cbfbm}J` : undefined, djbId: form.djbIdZr })
  return { ...open, data: open.error ? undefined : open.data }
}
/** Who receives: a household of the village, or a new one of the issuer. */
function Receiver(props: PartProps) {
  const { form, onChange, onParty, editing, faults } = props
  const { say } = useSay()
  const fbfbm = plain(form.fbfbm)
  const cbfbm = receiverOf(form)
  const own = useOwnBook(form, editing)
  const id = own.data && plain(own.data.book.id)
  useEffect(() => {
    if (editing === 'all' && id && form.djbIdZr !== id) onChange({ djbIdZr: id })
  }, [id])
  if (!fbfbm) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  return (
    <>
      <HouseholdPart
        {...props}
        name="cbfZr"
        fbfbm={fbfbm}
        village
        onApplicant={(cbf) => onParty?.('cbfZr', cbf)}
        onChange={(patch) => onChange({ ...patch, djbIdZr: null })}
      />
      <ListFault faults={faults} at="cbfZr.cbfbm" />
      {cbfbm && own.error && <Alert type="info" showIcon style={{ marginTop: 8 }} title={say(words.noBook)} />}
      {cbfbm && !cbfbm.startsWith(fbfbm) && <Alert type="warning" showIcon style={{ marginTop: 8 }} title={say(words.otherIssuer)} />}
    </>
  )
}

/** What goes, as far as it is filled in. */
function movesIn(form: Form, item: string, lines: ReturnType<typeof registerLines>): Moves {
  if (item === ITEM.all) return new Map(lines.map((l) => [l.dkbm, wholeMove(l)]))
  const given = formsIn(form.dk)
  const cuts = item === ITEM.part ? formsIn(form.cuts) : []
  return new Map(
    lines.flatMap((l): [string, Move][] => {
      const to = given.find((d) => d.dkbm === l.dkbm)
      const cut = cuts.find((c) => c.dkbm === l.dkbm)
      const drawn = !to && cut && drawnMove(l, cut, PARTY.source)
      if (drawn) return [[l.dkbm, drawn]]
      if (!to) return []
      const [htmj, htmjm] = [String(to.htmj ?? ''), String(to.htmjm ?? '')]
      const part = item === ITEM.shares && isArea(htmj) && isArea(htmjm) && compare(m2(htmj), m2(l.htmj)) < 0
      return [[l.dkbm, part ? divided(l, { htmj, htmjm }) : wholeMove(l)]]
    }),
  )
}

/** Both books beside each other: which parcels go, or of shares how much. */
function Parcels({ form, onChange, editing, faults, about, onShow }: PartProps) {
  const { say } = useSay()
  const source = useBook(form).data
  const own = useOwnBook(form, editing).data
  if (!source) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const { item } = about
  const all = editing === 'all'
  const given = formsIn(form.dk)
  const chosen = given.map((d) => String(d.dkbm))
  const lines = registerLines(source.lines)
  const moves = movesIn(form, item, lines)
  const names = namesOf(source.lines, own?.lines ?? [])
  const choose = (dkbms: string[]) =>
    onChange({
      dk: dkbms.map((dkbm) => {
        const line = lines.find((l) => l.dkbm === dkbm)
        const share = item === ITEM.shares && line ? { htmj: line.htmj, htmjm: line.htmjm } : {}
        return given.find((d) => d.dkbm === dkbm) ?? { dkbm, ...share }
      }),
      // a parcel goes whole or is cut
      cuts: formsIn(form.cuts).filter((c) => !dkbms.includes(String(c.dkbm))),
    })
  const put = (dkbm: string, typed: unknown) => {
    const line = lines.find((l) => l.dkbm === dkbm)
    const htmjm = String(typed ?? '')
    const htmj = line && htmjm === line.htmjm ? line.htmj : isArea(htmjm) ? toM2(mu(htmjm)) : null
    onChange({ dk: given.map((d) => (d.dkbm === dkbm ? { ...d, htmjm, htmj } : d)) })
  }
  const share: TableColumnType<SideRow> = {
    key: 'share',
    title: say(words.shareArea),
    width: 120,
    render: (_v, r) => {
      const at = chosen.indexOf(r.dkbm)
      if (at < 0) return null
      const fault = ['htmj', 'htmjm'].map((n) => faultAt(faults, `dk.${at}.${n}`)).find(Boolean)
      return (
        <Cell
          field={cbdkxx.fields.htmjm}
          value={given[at]!.htmjm}
          row={r.dkbm}
          {...(all ? { onChange: (v: unknown) => put(r.dkbm, v) } : {})}
          {...(fault ? { fault } : {})}
        />
      )
    },
  }
  const cuts = formsIn(form.cuts)
  const setCuts = (next: readonly Form[]) => onChange({ cuts: next, dk: given.filter((d) => !next.some((c) => c.dkbm === d.dkbm)) })
  const columns = item === ITEM.shares ? [share] : item === ITEM.part ? [cutColumn(cuts, say(words.cut), all ? setCuts : undefined)] : []
  const bad = chosen.findIndex((_, i) => faultAt(faults, `dk.${i}.dkbm`))
  const household = formIn(form.cbfZr)
  const receiver = own?.book.cbfmc ?? plain(household.cbfmc) ?? receiverOf(form) ?? ''
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={changeTransfer.items} />
      {item === ITEM.all && <Alert type="warning" showIcon title={say(words.all)} />}
      <Sides>
        <Side
          title={`${say(words.source)} ${source.book.cbfmc}`}
          rows={sideRows(source.lines, linesAfterMoves(lines, moves, [], ''), names)}
          onShow={onShow}
          more={columns}
          {...(all && item !== ITEM.all ? { chosen, onChoose: choose } : {})}
        >
          <ListFault faults={faults} at="dk" />
          {bad >= 0 && <ListFault faults={faults} at={`dk.${bad}.dkbm`} />}
        </Side>
        <Side
          title={`${say(words.receiver)} ${receiver}`}
          rows={sideRows(own?.lines ?? [], linesAfterMoves(registerLines(own?.lines ?? []), new Map(), givenBy(moves), '200'), names)}
          onShow={onShow}
        />
      </Sides>
      {item === ITEM.part && (
        <>
          <ListFault faults={faults} at="cuts" />
          <Cutting
            cuts={cuts}
            at="cuts"
            lines={source.lines}
            holders={[
              { value: PARTY.source, label: `${say(words.source)} ${source.book.cbfmc}` },
              { value: PARTY.receiver, label: `${say(words.receiver)} ${receiver}` },
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
const Agreement = (props: PartProps) => (
  <Fields {...props} of={{ xyrq: shape.xyrq, zrjk: shape.zrjk, bgyy: shape.bgyy, hfqz: shape.hfqz }} editable={props.editing === 'all'} />
)

/** 转让 on the screen. Source: business-flows.md 4.4; screens.md C2. */
export const changeTransferScreen: TypeScreen = {
  type: changeTransfer,
  parts: [
    { key: 'source', title: words.source, names: ['cbjyqzbm', 'djbId', 'fbfbm'], Part: Source },
    { key: 'receiver', title: words.receiver, names: ['cbfZr', 'djbIdZr'], Part: Receiver },
    { key: 'parcels', title: words.parcels, names: ['dk', 'cuts'], Part: Parcels },
    { key: 'agreement', title: words.agreement, names: ['xyrq', 'zrjk', 'bgyy', 'hfqz'], Part: Agreement },
  ],
  first: (start) => ({ cbfZr: {}, dk: [], cuts: [], hfqz: '1', ...startOf(start) }),
}
