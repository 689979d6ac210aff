import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Select, Spin, Switch, Typography, type TableColumnType } from 'antd'
import { useRef, useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { counted, phrases } from '../../../kit/web/phrases.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx, djb } from '../../../land/definitions/cbht.ts'
import type { Form } from '../../cases/business.ts'
import { STATUS } from '../../cases/flow.ts'
import { formsIn } from '../../cases/form.ts'
import { useBook } from '../../cases/web/Book.web.tsx'
import { Cell, faultAt, ListFault } from '../../cases/web/Changes.web.tsx'
import { ItemChoice } from '../../cases/web/ItemChoice.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { Cutting } from '../../cases/web/Cutting.web.tsx'
import { Fill, People } from './People.web.tsx'
import { contractRenew, ITEM, KEPT, RESERVE, shape, WAY } from './type.ts'
import { words } from './words.ts'

const quiet = { quiet: true }
const HOUSEHOLD = shape.nh.many
const { cbjyqzbm, cbfmc, cbqxz, htzmjm, cbdkzs } = djb.fields
const said = (v: unknown): string => (Array.isArray(v) ? v.join('、') : '')

/** The current books of the issuer with the reasons against those that cannot be extended; what is ticked is in the case. */
function Offer({ fbfbm, taken, onTake }: { fbfbm: string; taken: readonly string[]; onTake(rows: readonly AnyRow[], shown: readonly AnyRow[]): void }) {
  const { say, label } = useSay()
  const [only, setOnly] = useState(false),
    [current, setCurrent] = useState(1),
    [size, setSize] = useState(10)
  const query = { fbfbm, current, size, ...(only ? { onlyEligible: '1' } : {}) }
  const { data, isFetching, error } = useQuery({
    queryKey: ['djb', 'renew', query],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/djb/renew/page', query, quiet),
  })
  const rows = data?.records ?? []
  const column = (n: string, f: typeof cbfmc | typeof htzmjm | typeof cbdkzs | typeof cbqxz, width: number): TableColumnType<AnyRow> => ({
    ...{ key: n, dataIndex: n, title: label(f), width },
  })
  const columns: TableColumnType<AnyRow>[] = [
    column('cbfmc', cbfmc, 100),
    column('cbjyqzbm', cbjyqzbm, 185),
    column('cbqxz', cbqxz, 110),
    { ...column('htzmjm', htzmjm, 100), align: 'right' },
    {
      key: 'why',
      title: say(words.why),
      render: (_v, r) => (
        <>
          <Typography.Text type="danger">{said(r.reasons)}</Typography.Text> <Typography.Text type="secondary">{said(r.warnings)}</Typography.Text>
        </>
      ),
    },
  ]
  return (
    <Flex vertical gap="small">
      <Flex gap="small" align="center">
        <Typography.Text strong>{say(words.eligible)}</Typography.Text>
        <Switch size="small" checked={only} aria-label={say(words.only)} onChange={(v) => (setOnly(v), setCurrent(1))} />
        <span>{say(words.only)}</span>
      </Flex>
      {error && <Alert type="error" showIcon title={error.message} />}
      <Table<AnyRow>
        size="small"
        rowKey="cbjyqzbm"
        loading={isFetching}
        dataSource={rows}
        columns={columns}
        scroll={{ x: 680 }}
        pagination={{
          ...{ current, pageSize: size, total: data?.total ?? 0, size: 'small' },
          showTotal: (n) => say(counted(n, data?.totalIsEstimate)),
          onChange: (c, s) => (setCurrent(c), setSize(s)),
        }}
        rowSelection={{
          selectedRowKeys: [...taken],
          onChange: (_keys, picked) => onTake(picked.filter(Boolean), rows),
          getCheckboxProps: (r) => ({ disabled: r.eligible === false, 'aria-label': `${say(phrases.selectRow)} ${r.cbfmc}` }),
        }}
      />
    </Flex>
  )
}

interface LinesProps {
  household: Form
  at: string
  editable: boolean
  /** which parcels go may be chosen, not their areas and pieces alone */
  whole: boolean
  faults: PartProps['faults']
  /** households of the case that may get land of this one, by the code of their book; none where it gives none */
  others: readonly { value: string; label: string }[]
  onChange(patch: Form): void
}
/** What a line may become beside a household that gets it: back to the reserve, cut. */
const PART = 'part'
/** The parcels of a household: their confirmed area, the contract area by that decision, and which are returned, given to another one or cut. */
function Lines({ household, at, editable, whole, faults, others, onChange }: LinesProps) {
  const { say, label } = useSay()
  const open = useBook(household).data
  if (!open) return <Spin />
  const decided = formsIn(household.dk)
  const leaving = formsIn(household.leaving)
  const moves = formsIn(household.moves)
  const cuts = formsIn(household.cuts)
  const gives = household.ybddlx === WAY.returned || household.ybddlx === WAY.adjusted
  const of = (l: AnyRow) => decided.findIndex((d) => d.dkbm === l.dkbm)
  const set = (l: AnyRow, patch: Form) => onChange({ dk: [...decided.filter((d) => d.dkbm !== l.dkbm), { dkbm: l.dkbm, ...decided[of(l)], ...patch }] })
  const without = (list: readonly Form[], l: AnyRow) => list.filter((x) => x.dkbm !== l.dkbm)
  const go = (l: AnyRow, to: string) =>
    onChange({
      leaving: [...without(leaving, l), ...(to === RESERVE ? [{ dkbm: l.dkbm }] : [])],
      moves: [...without(moves, l), ...(to && to !== RESERVE && to !== PART ? [{ dkbm: l.dkbm, to }] : [])],
      cuts: [...without(cuts, l), ...(to === PART ? [{ dkbm: l.dkbm, pieces: [] }] : [])],
    })
  const goesTo = (l: AnyRow): string => {
    if (cuts.some((c) => c.dkbm === l.dkbm)) return PART
    return leaving.some((x) => x.dkbm === l.dkbm) ? RESERVE : String(moves.find((m) => m.dkbm === l.dkbm)?.to ?? '')
  }
  const getters = household.ybddlx === WAY.returned ? [{ value: RESERVE as string, label: say(words.returned) }] : others
  const ways = [{ value: '', label: say(words.keeps) }, ...getters, { value: PART, label: say(words.part) }]
  const faultOf = (l: AnyRow) =>
    (['leaving', 'moves', 'cuts'] as const)
      .map((n) => [n, formsIn(household[n]).findIndex((x) => x.dkbm === l.dkbm)] as const)
      .flatMap(([n, i]) => (i < 0 ? [] : [faultAt(faults, `${at}.${n}.${i}.dkbm`) ?? faultAt(faults, `${at}.${n}.${i}.to`)]))
      .find(Boolean)
  const cell = (n: 'qqmjm' | 'htmj' | 'htmjm', title: string): TableColumnType<AnyRow> => ({
    key: n,
    title,
    width: 115,
    render: (_v, l) => {
      const i = of(l)
      const fault = i < 0 ? undefined : faultAt(faults, `${at}.dk.${i}.${n}`)
      return (
        <Cell
          field={HOUSEHOLD.dk.many[n]}
          value={decided[i]?.[n] ?? null}
          row={String(l.dkbm)}
          {...(editable ? { onChange: (v: unknown) => set(l, { [n]: v }) } : {})}
          {...(fault ? { fault } : {})}
        />
      )
    },
  })
  const columns: TableColumnType<AnyRow>[] = [
    { key: 'dkbm', dataIndex: 'dkbm', title: label(cbdkxx.fields.dkbm), width: 175 },
    { key: 'dkmc', dataIndex: 'dkmc', title: label(cbdkxx.fields.dkmc), width: 85 },
    { key: 'was', dataIndex: 'htmjm', title: say(words.former), width: 95, align: 'right' },
    cell('qqmjm', say(words.confirmed)),
    cell('htmj', label(cbdkxx.fields.htmj)),
    cell('htmjm', label(cbdkxx.fields.htmjm)),
    ...(gives
      ? [
          {
            key: 'goes',
            title: say(words.goes),
            width: 190,
            render: (_v: unknown, l: AnyRow) => (
              <>
                {whole ? (
                  <Select
                    style={{ width: '100%' }}
                    aria-label={`${say(words.goes)} ${l.dkbm}`}
                    value={goesTo(l)}
                    options={ways}
                    {...(faultOf(l) ? { status: 'error' as const } : {})}
                    onChange={(to) => go(l, to)}
                  />
                ) : (
                  ways.find((w) => w.value === goesTo(l))?.label
                )}
                {faultOf(l) && (
                  <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
                    {faultOf(l)}
                  </Typography.Text>
                )}
              </>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <ListFault faults={faults} at={`${at}.leaving`} />
      <ListFault faults={faults} at={`${at}.moves`} />
      <Table<AnyRow> size="small" rowKey="dkbm" pagination={false} dataSource={open.lines} columns={columns} scroll={{ x: 680 }} />
      {gives && cuts.length > 0 && (
        <div style={{ marginTop: 8 }}>
          <Cutting
            cuts={cuts}
            at={`${at}.cuts`}
            lines={open.lines}
            holders={[{ value: KEPT, label: say(words.keeps) }, ...getters]}
            editable={editable}
            faults={faults}
            onChange={(next) => onChange({ cuts: next })}
          />
        </div>
      )}
    </>
  )
}

/** The households of a case: chosen from the books of the issuer, each with the way of its extension and, opened, its parcels. */
export function Households({ form, onChange, editing, faults, about, row }: PartProps) {
  const { say, label } = useSay()
  const [ask, toast, client] = [useAsk(), useToast(), useQueryClient()]
  const { label: way } = useDict('busi_ybddlx')
  const all = editing === 'all'
  const fbfbm = typeof form.fbfbm === 'string' && form.fbfbm ? form.fbfbm : undefined
  const nh = formsIn(form.nh)
  const names = useRef(new Map<string, string>())
  for (const c of row?.contracts ?? []) names.current.set(String(c.cbhtbm), String(c.cbfmc ?? ''))
  const put = (list: readonly Form[]) => onChange({ nh: list })
  const set = (i: number, patch: Form) => put(nh.map((h, j) => (j === i ? { ...h, ...patch } : h)))
  const take = (picked: readonly AnyRow[], shown: readonly AnyRow[]) => {
    for (const r of shown) names.current.set(String(r.cbjyqzbm), String(r.cbfmc ?? ''))
    const stay = nh.filter((h) => !shown.some((r) => r.cbjyqzbm === h.cbjyqzbm) || picked.some((r) => r.cbjyqzbm === h.cbjyqzbm))
    const come = picked.filter((r) => shown.includes(r) && !nh.some((h) => h.cbjyqzbm === r.cbjyqzbm))
    put([
      ...stay,
      ...come.map((r) => ({
        cbjyqzbm: r.cbjyqzbm,
        djbId: String(r.id),
        ybddlx: WAY.plain,
        lxdh: null,
        dk: [],
        leaving: [],
        moves: [],
        cuts: [],
        into: null,
        jtcyList: [],
      })),
    ])
  }
  // of a case that runs a household goes at once, and is free again
  const leaves = row?.status === STATUS.doing && row.actions.includes('revoke')
  const takeOut = async (h: Form) => {
    if (!(await ask(words.outAsk))) return
    try {
      await api.post('ywbl/renew-contract/cancel', { businessId: row!.id, djbId: h.djbId, cbhtbm: h.cbjyqzbm }, undefined, quiet)
      toast.done(words.outDone)
      await client.invalidateQueries({ queryKey: ['business', 'detail', row!.id] })
    } catch (e) {
      toast.failed(e)
    }
  }
  const changed = about.item === ITEM.changed
  const fault = (i: number, n: string) => faultAt(faults, `nh.${i}.${n}`)
  // what stands in a row that is closed is told at its head
  const firstOf = (i: number) => faults.find((x) => x.field.startsWith(`nh.${i}.`) && x.field !== `nh.${i}.lxdh`)?.msg
  const nameOf = (h: Form) => `${names.current.get(String(h.cbjyqzbm)) ?? ''} ${String(h.cbjyqzbm).slice(-5)}`
  const alike = (h: Form) => nh.filter((o) => o !== h && o.ybddlx === h.ybddlx)
  const columns: TableColumnType<Form>[] = [
    { key: 'n', title: '#', width: 48, render: (_v, h) => nh.indexOf(h) + 1 },
    {
      key: 'holder',
      title: say(words.holder),
      width: 200,
      render: (_v, h) => (
        <>
          {names.current.get(String(h.cbjyqzbm))} <Typography.Text type="secondary">{String(h.cbjyqzbm)}</Typography.Text>
          {firstOf(nh.indexOf(h)) && (
            <Typography.Text type="danger" role="alert" style={{ fontSize: 12, display: 'block' }}>
              {firstOf(nh.indexOf(h))}
            </Typography.Text>
          )}
        </>
      ),
    },
    {
      key: 'ybddlx',
      title: label(HOUSEHOLD.ybddlx),
      width: 180,
      render: (_v, h) =>
        all && changed ? (
          <Select
            style={{ width: '100%' }}
            aria-label={`${label(HOUSEHOLD.ybddlx)} ${h.cbjyqzbm}`}
            value={String(h.ybddlx ?? WAY.plain)}
            options={Object.values(WAY).map((value) => ({ value, label: way(value) }))}
            onChange={(v) => set(nh.indexOf(h), { ybddlx: v, leaving: [], moves: [], cuts: [], into: null, jtcyList: [] })}
          />
        ) : (
          way(changed ? h.ybddlx : WAY.plain)
        ),
    },
    ...(nh.some((h) => h.ybddlx === WAY.merged)
      ? [
          {
            key: 'into',
            title: say(words.into),
            width: 170,
            render: (_v: unknown, h: Form) => {
              if (h.ybddlx !== WAY.merged) return null
              const mine = nh.find((o) => o.cbjyqzbm === h.into)
              if (!all) return mine ? nameOf(mine) : say(words.survives)
              return (
                <Select
                  style={{ width: '100%' }}
                  aria-label={`${say(words.into)} ${h.cbjyqzbm}`}
                  value={String(h.into ?? '')}
                  options={[
                    { value: '', label: say(words.survives) },
                    ...alike(h)
                      .filter((o) => !o.into)
                      .map((o) => ({ value: String(o.cbjyqzbm), label: nameOf(o) })),
                  ]}
                  onChange={(v) => set(nh.indexOf(h), { into: v || null, jtcyList: [] })}
                />
              )
            },
          },
        ]
      : []),
    {
      key: 'lxdh',
      title: label(HOUSEHOLD.lxdh),
      width: 140,
      render: (_v, h) => (
        <Cell
          field={HOUSEHOLD.lxdh}
          value={h.lxdh ?? null}
          row={String(h.cbjyqzbm)}
          {...(all ? { onChange: (v: unknown) => set(nh.indexOf(h), { lxdh: v === '' ? null : v }) } : {})}
          {...(fault(nh.indexOf(h), 'lxdh') ? { fault: fault(nh.indexOf(h), 'lxdh')! } : {})}
        />
      ),
    },
    ...(all || leaves
      ? [
          {
            key: 'out',
            width: 80,
            render: (_v: unknown, h: Form) => (
              <Button type="link" size="small" danger onClick={() => (leaves ? void takeOut(h) : put(nh.filter((x) => x !== h)))}>
                {say(words.out)}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={contractRenew.items} />
      {!fbfbm && <Alert type="info" showIcon title={say(words.choose)} />}
      {all && fbfbm && <Alert type="info" showIcon title={say(words.alone)} />}
      {all && fbfbm && <Offer fbfbm={fbfbm} taken={nh.map((h) => String(h.cbjyqzbm))} onTake={take} />}
      {all && changed && nh.map((h, i) => <Fill key={String(h.cbjyqzbm)} household={h} nh={nh} onChange={(patch) => set(i, patch)} />)}
      <ListFault faults={faults} at="nh" />
      {fbfbm && (
        <>
          <Typography.Text strong role="status">
            {say(words.chosen(nh.length))}
          </Typography.Text>
          <Table<Form>
            size="small"
            tableLayout="fixed"
            rowKey={(h) => String(h.cbjyqzbm)}
            pagination={nh.length > 20 ? { pageSize: 20, size: 'small' } : false}
            dataSource={[...nh]}
            columns={columns}
            scroll={{ x: 780 }}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.none)} /> }}
            expandable={{
              expandedRowRender: (h) => {
                const i = nh.indexOf(h)
                const shared = { household: h, at: `nh.${i}`, faults, onChange: (patch: Form) => set(i, patch) }
                return (
                  <>
                    {changed && <People {...shared} nh={nh} editable={all} />}
                    <Lines
                      {...shared}
                      editable={editing !== 'nothing'}
                      whole={all && changed}
                      others={alike(h).map((o) => ({ value: String(o.cbjyqzbm), label: say(words.gives(nameOf(o))) }))}
                    />
                  </>
                )
              },
            }}
          />
        </>
      )}
    </Flex>
  )
}
