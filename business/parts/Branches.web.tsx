import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Flex, Input, InputNumber, Select, Tag, theme, Tooltip, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import { m2, mu, toM2 } from '../../land/definitions/area.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import type { Form } from '../cases/business.ts'
import { formsIn } from '../cases/form.ts'
import { useHolder } from './Book.web.tsx'
import { faultAt, Fields, ListFault } from '../cases/web/Changes.web.tsx'
import type { PartProps } from '../cases/web/screen.web.ts'
import { BalanceBar, colourOf, useLines, useNames } from './BranchBalance.web.tsx'
import { chooseHead, headOf, isUntold, keepCode, placeMember, placeParcel, withoutHousehold, type Person } from './branch-placing.ts'
import { HOUSE, YES } from './branches.ts'
import { words } from './branch-words.ts'
import { Row, Zone, type Dragged } from './Zone.web.tsx'

/** Relations that nearly all members have stand first in their list; the others follow in the order of their codes. */
const USUAL = ['02', '10', '11', '12', '20', '30', '97', '51', '52', '38', '28', '41', '42']
const usualFirst = <C extends { value: string }>(all: readonly C[]): C[] => [
  ...USUAL.flatMap((v) => all.find((c) => c.value === v) ?? []),
  ...all.filter((c) => !USUAL.includes(c.value)),
]
const plain = (v: unknown): string => (typeof v === 'string' ? v : '')
const AREA = /^\d+(\.\d{1,2})?$/
const CONTACT = { lxdh: HOUSE.lxdh, cbfdz: HOUSE.cbfdz, yzbm: HOUSE.yzbm }
const CUT_IT = 'cut',
  DIVIDE = 'all',
  NOWHERE = ''
/** `form`: what names the household (`cbjyqzbm`, `djbId`) and who goes where (`households`, `cuts`), with its faults by paths of its own. */
export interface BranchesProps extends Pick<PartProps, 'form' | 'onChange' | 'editing' | 'faults'> {
  mayCut: boolean
}
/** Who goes where: members and parcels are dragged to the households, or chosen by the lists beside them. */
export function Branches({ form, onChange, editing, faults, mayCut }: BranchesProps) {
  const { say, label, lang } = useSay()
  const { token } = theme.useToken()
  const relations = useDict('yhzgx')
  const all = editing === 'all'
  const holder = useHolder(form.cbjyqzbm, all).data
  const lines = useLines(form)
  const name = useNames(form)
  const [dragged, setDragged] = useState<Dragged>()
  const households = formsIn(form.households)
  const cuts = formsIn(form.cuts)
  if (!plain(form.cbjyqzbm)) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const people: Person[] = all
    ? (holder?.jtcyList ?? []).map((m) => ({ id: m.id, cyxm: plain(m.cyxm), yhzgx: plain(m.yhzgx), cyxb: plain(m.cyxb) }))
    : households.flatMap((h) => formsIn(h.jtcyList).map((m) => ({ id: plain(m.id), cyxm: plain(m.cyxm), yhzgx: plain(m.yhzgx), cyxb: '' })))
  const rows = new Map((holder?.jtcyList ?? []).map((m) => [m.id, m]))
  const put = (next: readonly Form[]) => onChange({ households: next })
  const moveMember = (id: string, to: number | undefined) => put(placeMember(households, id, to, people))
  const moveParcel = (dkbm: string, to: string) => {
    const rest = cuts.filter((c) => c.dkbm !== dkbm)
    const place = to === DIVIDE ? 'all' : to === CUT_IT || to === NOWHERE ? undefined : Number(to)
    onChange({ households: placeParcel(households, dkbm, place), cuts: to === CUT_IT ? [...rest, { dkbm, pieces: [] }] : rest })
  }
  const drop = (to: number | undefined) => (d: Dragged) => {
    // the row leaves its place and tells of its end no more
    setDragged(undefined)
    if (d.kind === 'member') moveMember(d.id, to)
    else moveParcel(d.id, to === undefined ? NOWHERE : `${to}`)
  }
  // short enough for a list in a row: the number, and who heads it
  const headName = (h: Form) => plain(formsIn(h.jtcyList).find((m) => m.id === headOf(h))?.cyxm)
  const places = households.map((h, i) => ({ value: `${i}`, label: `${i + 1} ${headName(h)}` }))
  const drag = all ? setDragged : undefined

  const member = (id: string, at?: number) => {
    const person = people.find((p) => p.id === id)
    const j = at === undefined ? -1 : formsIn(households[at]!.jtcyList).findIndex((m) => m.id === id)
    const is = at === undefined ? undefined : formsIn(households[at]!.jtcyList)[j]
    const fault = at === undefined ? undefined : faultAt(faults, `households.${at}.jtcyList.${j}.yhzgx`)
    const isHead = at !== undefined && headOf(households[at]!) === id
    const number = plain(rows.get(id)?.cyzjhm)
    const set = (yhzgx: string) => {
      if (at === undefined) return
      if (yhzgx === '02') return put(chooseHead(households, at, id, people))
      put(households.map((h, i) => (i === at ? { ...h, jtcyList: formsIn(h.jtcyList).map((m) => (m.id === id ? { ...m, yhzgx } : m)) } : h)))
    }
    return (
      <div key={id}>
        {/* relations are two signs in Chinese, and words in English, which take a line more */}
        <Row of={{ kind: 'member', id }} onDrag={drag} wrap={lang === 'en'}>
          <Tooltip title={number}>
            <span style={{ flex: '1 0 56px' }}>
              {is ? plain(is.cyxm) || person?.cyxm : person?.cyxm} {!all && isHead && <Tag color="blue">{say(words.head)}</Tag>}
            </span>
          </Tooltip>
          {at !== undefined &&
            (all ? (
              <Select
                size="small"
                showSearch={{ optionFilterProp: 'label' }}
                style={
                  lang === 'en'
                    ? { flex: '0 0 164px' }
                    : relations.label(plain(is?.yhzgx)).length > 2
                      ? { flex: '0 0 96px' }
                      : { flex: '0 1 92px', minWidth: 56 }
                }
                aria-label={`${label(HOUSE.jtcyList.many.yhzgx)} ${person?.cyxm}`}
                value={plain(is?.yhzgx) || undefined}
                popupMatchSelectWidth={200}
                {...(fault ? { status: 'error' as const } : isUntold(is, people) ? { status: 'warning' as const } : {})}
                options={usualFirst(relations.choices).map(({ value, label }) => ({ value, label }))}
                onChange={set}
              />
            ) : (
              relations.label(plain(is?.yhzgx))
            ))}
          {all && (
            <Select
              size="small"
              style={{ flex: '0 1 108px', minWidth: 72 }}
              aria-label={`${say(words.to)} ${person?.cyxm}`}
              value={at === undefined ? NOWHERE : `${at}`}
              options={[...places, { value: NOWHERE, label: say(words.unplaced) }]}
              onChange={(v: string) => moveMember(id, v === NOWHERE ? undefined : Number(v))}
            />
          )}
        </Row>
        {fault && (
          <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
            {fault}
          </Typography.Text>
        )}
        {!fault && all && isUntold(is, people) && (
          <Typography.Text type="warning" style={{ fontSize: 12 }}>
            {say(words.untold)}
          </Typography.Text>
        )}
      </div>
    )
  }
  const parcel = (dkbm: string, at?: number) => {
    const line = lines.find((l) => l.dkbm === dkbm)
    const j = at === undefined ? -1 : formsIn(households[at]!.dk).findIndex((d) => d.dkbm === dkbm)
    const is = at === undefined ? undefined : formsIn(households[at]!.dk)[j]
    const isPart = !!is && 'htmj' in is && households.filter((h) => formsIn(h.dk).some((d) => d.dkbm === dkbm)).length > 1
    const fault =
      at === undefined ? undefined : ['dkbm', 'htmj', 'htmjm'].map((n) => faultAt(faults, `households.${at}.dk.${j}.${n}`)).find((found) => found !== undefined)
    const setArea = (v: string | null) =>
      put(
        households.map((h, i) =>
          i === at ? { ...h, dk: formsIn(h.dk).map((d) => (d.dkbm === dkbm ? { ...d, htmjm: v, htmj: v && AREA.test(v) ? partOf(line, v) : null } : d)) } : h,
        ),
      )
    const value = cuts.some((c) => c.dkbm === dkbm) ? CUT_IT : isPart ? DIVIDE : at === undefined ? NOWHERE : `${at}`
    return (
      <div key={dkbm}>
        <Row of={{ kind: 'parcel', id: dkbm }} onDrag={drag}>
          {/* two parcels of one name are told apart by their codes: the name gives way, never the code */}
          <Tooltip title={dkbm}>
            <span style={{ flex: '1 1 90px', minWidth: 70, display: 'flex', gap: 4, whiteSpace: 'nowrap' }}>
              <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{plain(line?.dkmc) || dkbm.slice(-5)}</span>
              <Typography.Text type="secondary">{dkbm.slice(-5)}</Typography.Text>
            </span>
          </Tooltip>
          {isPart && all ? (
            <InputNumber<string>
              stringMode
              size="small"
              precision={2}
              controls={false}
              style={{ width: 90 }}
              aria-label={`${name(at!)} ${dkbm} ${say(words.mu)}`}
              value={plain(is.htmjm) || null}
              {...(fault ? { status: 'error' as const } : {})}
              onChange={setArea}
              suffix={say(words.mu)}
            />
          ) : (
            <span style={{ whiteSpace: 'nowrap' }}>
              {plain(is?.htmjm) || plain(line?.htmjm)} {say(words.mu)}
            </span>
          )}
          {all && (
            <Select
              size="small"
              style={{ flex: '0 1 88px', minWidth: 72 }}
              aria-label={`${say(words.to)} ${dkbm}`}
              value={value}
              options={[
                ...places,
                { value: NOWHERE, label: say(words.unplaced) },
                ...(mayCut ? [{ value: CUT_IT, label: say(words.cut) }] : []),
                ...(line?.sfqqqg === YES ? [{ value: DIVIDE, label: say(words.divide) }] : []),
              ]}
              onChange={(v: string) => moveParcel(dkbm, v)}
            />
          )}
        </Row>
        {fault && (
          <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
            {fault}
          </Typography.Text>
        )}
      </div>
    )
  }
  const list = (title: string, items: ReactNode[], wide = false) => (
    <div>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {title} {items.length}
      </Typography.Text>
      <div style={{ display: 'grid', gap: 4, minHeight: 34, gridTemplateColumns: wide ? 'repeat(auto-fill, minmax(280px, 1fr))' : 'minmax(0, 1fr)' }}>
        {items.length > 0 ? items : <span style={{ color: token.colorTextQuaternary, padding: '4px 8px' }}>{all ? say(words.drop) : '—'}</span>}
      </div>
    </div>
  )
  const placed = new Set(households.flatMap((h) => formsIn(h.jtcyList).map((m) => m.id)))
  const given = new Set([...households.flatMap((h) => formsIn(h.dk).map((d) => d.dkbm)), ...cuts.map((c) => c.dkbm)])
  const [freeMembers, freeParcels] = [people.filter((p) => !placed.has(p.id)), lines.filter((l) => !given.has(l.dkbm))]
  const cutRows = cuts.filter((c) => lines.some((l) => l.dkbm === c.dkbm))
  const nothingLeft = freeMembers.length + freeParcels.length === 0

  return (
    <Flex vertical gap="small">
      {all && <Alert type="info" showIcon title={say(words.hint)} />}
      <BalanceBar form={form} lines={lines} people={people.length} />
      <ListFault faults={faults} at="households" />
      <Flex gap="middle" wrap align="stretch">
        {all && !nothingLeft && (
          <Zone wide title={say(words.unplaced)} color={token.colorBorder} dragged={dragged} onDrop={drop(undefined)}>
            <Flex vertical gap="small">
              {freeMembers.length > 0 &&
                list(
                  say(words.members),
                  freeMembers.map((p) => member(p.id)),
                  true,
                )}
              {freeParcels.length > 0 &&
                list(
                  say(words.parcels),
                  freeParcels.map((l) => parcel(String(l.dkbm))),
                  true,
                )}
            </Flex>
          </Zone>
        )}
        {households.map((h, i) => (
          <Zone
            key={i}
            color={colourOf(i)}
            dragged={dragged}
            onDrop={all ? drop(i) : undefined}
            title={
              <Flex gap="small" align="center">
                {name(i)}
                {!headOf(h) && <Tag color="warning">{say(words.noHead)}</Tag>}
                {!all && h.kept === YES && <Tag color="blue">{say(words.keeps)}</Tag>}
              </Flex>
            }
            extra={
              all && (
                <Flex gap="small" align="center">
                  <Checkbox checked={h.kept === YES} onChange={(e) => put(keepCode(households, e.target.checked ? i : undefined))}>
                    {say(words.keeps)}
                  </Checkbox>
                  {households.length > 2 && (
                    <Button
                      type="text"
                      size="small"
                      danger
                      icon={<DeleteOutlined />}
                      aria-label={`${say(words.remove)} ${name(i)}`}
                      onClick={() => onChange(withoutHousehold(form, i))}
                    />
                  )}
                </Flex>
              )
            }
          >
            <Flex vertical gap="small">
              <ListFault faults={faults} at={`households.${i}.kept`} />
              {list(
                say(words.members),
                formsIn(h.jtcyList).map((m) => member(plain(m.id), i)),
              )}
              <ListFault faults={faults} at={`households.${i}.jtcyList`} />
              {list(
                say(words.parcels),
                formsIn(h.dk).map((d) => parcel(plain(d.dkbm), i)),
              )}
              {formsIn(h.dk).length === 0 && (all || plain(h.wdyy)) && (
                <>
                  <Input
                    size="small"
                    disabled={!all}
                    value={plain(h.wdyy)}
                    maxLength={200}
                    placeholder={label(HOUSE.wdyy)}
                    aria-label={`${label(HOUSE.wdyy)} ${name(i)}`}
                    {...(faultAt(faults, `households.${i}.wdyy`) ? { status: 'error' as const } : {})}
                    onChange={(e) => put(households.map((o, k) => (k === i ? { ...o, wdyy: e.target.value || null } : o)))}
                  />
                  <ListFault faults={faults} at={`households.${i}.wdyy`} />
                </>
              )}
              {h.kept !== YES && (
                <details>
                  <summary style={{ cursor: 'pointer', color: token.colorTextSecondary }}>{say(words.contact)}</summary>
                  <div style={{ paddingTop: 8 }}>
                    <Fields
                      form={h}
                      of={CONTACT}
                      editable={all}
                      faults={faults.flatMap((f) =>
                        f.field.startsWith(`households.${i}.`) ? [{ ...f, field: f.field.slice(`households.${i}.`.length) }] : [],
                      )}
                      onChange={(patch) => put(households.map((o, k) => (k === i ? { ...o, ...patch } : o)))}
                    />
                  </div>
                </details>
              )}
            </Flex>
          </Zone>
        ))}
      </Flex>
      {all && (
        <Button type="dashed" block icon={<PlusOutlined />} onClick={() => put([...households, { kept: '2', jtcyList: [], dk: [] }])}>
          {say(words.add)}
        </Button>
      )}
      {cutRows.length > 0 &&
        list(
          say(words.cut),
          cutRows.map((c) => parcel(plain(c.dkbm))),
          true,
        )}
    </Flex>
  )
}
/** The part of a share in m² that its mu are of the whole, so that both add up. */
function partOf(line: AnyRow | undefined, partMu: string): string {
  const [whole, wholeMu] = [Number(line?.htmj ?? 0), Number(line?.htmjm ?? 0)]
  return wholeMu > 0 ? m2((whole * Number(partMu)) / wholeMu) : toM2(mu(partMu))
}
