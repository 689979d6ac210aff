import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Input, Select, Switch, Typography, type TableColumnType } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { counted, phrases } from '../../../kit/web/phrases.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { searchOf } from '../../../land/parts/finder.web.ts'
import type { Form } from '../../cases/business.ts'
import { STATUS } from '../../cases/flow.ts'
import { formsIn } from '../../cases/form.ts'
import { useBook, useBooks } from '../../parts/Book.web.tsx'
import { Cell, faultAt, ListFault } from '../../cases/web/Changes.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { Fill, People } from './People.web.tsx'
import { Lines } from './Lines.web.tsx'
import { NotExtended, SplitOne } from './Parted.web.tsx'
import { nextTerm } from './plan.ts'
import { contractRenew, ITEM, shape, WAY } from './type.ts'
import { words } from './words.ts'

const quiet = { quiet: true }
/** Households of the case are shown by pages of this size. */
const PAGE = 20
const HOUSEHOLD = shape.nh.many
const { cbjyqzbm, cbfmc, cbqxz, htzmjm, cbdkzs } = djb.fields
const said = (v: unknown): string => (Array.isArray(v) ? v.join('、') : '')

/** A household as it comes into the case: extended as it is. `djbId`: not known yet of one from whose row the case was begun. */
export const fresh = (cbjyqzbm: unknown, djbId: string | null): Form => ({
  cbjyqzbm,
  djbId,
  ybddlx: WAY.plain,
  lxdh: null,
  into: null,
  byyy: null,
  dk: [],
  leaving: [],
  moves: [],
  cuts: [],
  jtcyList: [],
  households: [],
})

/** The current books of the issuer with the reasons against those that cannot be extended; what is ticked is in the case. */
function Offer({ fbfbm, taken, onTake }: { fbfbm: string; taken: readonly string[]; onTake(rows: readonly AnyRow[], shown: readonly AnyRow[]): void }) {
  const { say, label } = useSay()
  const [only, setOnly] = useState(false),
    [typed, setTyped] = useState(''),
    [current, setCurrent] = useState(1),
    [size, setSize] = useState(10)
  const query = { fbfbm, current, size, ...(only ? { onlyEligible: '1' } : {}), ...(typed ? searchOf(typed, 'cbjyqzbm', 'cbfmc') : {}) }
  const { data, isFetching, error } = useQuery({
    queryKey: ['djb', 'renew', query],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/djb/renew/page', query, quiet),
  })
  const rows = data?.records ?? []
  const column = (n: string, f: typeof cbfmc | typeof htzmjm | typeof cbdkzs | typeof cbqxz, width: number): TableColumnType<AnyRow> => ({
    key: n,
    dataIndex: n,
    title: label(f),
    width,
  })
  const columns: TableColumnType<AnyRow>[] = [
    column('cbfmc', cbfmc, 92),
    column('cbjyqzbm', cbjyqzbm, 172),
    column('cbqxz', cbqxz, 106),
    { ...column('htzmjm', htzmjm, 84), align: 'right' },
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
        <Input
          allowClear
          size="small"
          style={{ width: 230 }}
          placeholder={say(words.find)}
          aria-label={say(words.find)}
          onChange={(e) => (setTyped(e.target.value.trim()), setCurrent(1))}
        />
      </Flex>
      {error && <Alert type="error" showIcon title={error.message} />}
      <Table<AnyRow>
        size="small"
        rowKey="cbjyqzbm"
        loading={isFetching}
        dataSource={rows}
        columns={columns}
        scroll={{ x: 640 }}
        pagination={{
          current,
          pageSize: size,
          total: data?.total ?? 0,
          size: 'small',
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

/** The end of a household's term and the term that follows it, read of its book as the page shows it. */
function Term({ household }: { household: Form }) {
  const { say } = useSay()
  const end = useBook(household).data?.book.cbqxz
  if (typeof end !== 'string') return null
  // one that is not extended, or taken in by another, has no term of its own afterwards
  if (household.ybddlx === WAY.none || household.into) return end
  const next = nextTerm(end)
  return (
    <>
      {end}
      <br />→ {say(words.fromTo(next.cbqxq, next.cbqxz))}
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
  // one from whose row the case was begun, and those of a form that was typed before: not in the list that is shown
  const unknown = nh.filter((h) => all && !names.current.has(String(h.cbjyqzbm))).slice(0, PAGE)
  const opened = useBooks(unknown).flatMap((b) => b.data?.book ?? [])
  useEffect(() => {
    if (opened.length === 0) return
    for (const b of opened) names.current.set(String(b.cbjyqzbm), String(b.cbfmc ?? ''))
    put(nh.map((h) => ({ ...h, djbId: h.djbId ?? opened.find((b) => b.cbjyqzbm === h.cbjyqzbm)?.id ?? null })))
  }, [opened.length])
  const put = (list: readonly Form[]) => onChange({ nh: list })
  const set = (i: number, patch: Form) => put(nh.map((h, j) => (j === i ? { ...h, ...patch } : h)))
  const take = (picked: readonly AnyRow[], shown: readonly AnyRow[]) => {
    for (const r of shown) names.current.set(String(r.cbjyqzbm), String(r.cbfmc ?? ''))
    const stay = nh.filter((h) => !shown.some((r) => r.cbjyqzbm === h.cbjyqzbm) || picked.some((r) => r.cbjyqzbm === h.cbjyqzbm))
    const come = picked.filter((r) => shown.includes(r) && !nh.some((h) => h.cbjyqzbm === r.cbjyqzbm))
    put([...stay, ...come.map((r) => fresh(r.cbjyqzbm, String(r.id)))])
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
    { key: 'n', title: '#', width: 36, render: (_v, h) => nh.indexOf(h) + 1 },
    {
      key: 'holder',
      title: say(words.holder),
      width: 172,
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
      width: 158,
      render: (_v, h) =>
        all && changed ? (
          <Select
            style={{ width: '100%' }}
            aria-label={`${label(HOUSEHOLD.ybddlx)} ${h.cbjyqzbm}`}
            value={String(h.ybddlx ?? WAY.plain)}
            options={Object.values(WAY).map((value) => ({ value, label: way(value) }))}
            onChange={(v) => set(nh.indexOf(h), { ybddlx: v, leaving: [], moves: [], cuts: [], into: null, jtcyList: [], byyy: null, households: [] })}
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
    { key: 'term', title: say(words.term), width: 196, render: (_v, h) => <Term household={h} /> },
    {
      key: 'lxdh',
      title: label(HOUSEHOLD.lxdh),
      width: 128,
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
            width: 84,
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
            pagination={nh.length > PAGE ? { pageSize: PAGE, size: 'small' } : false}
            dataSource={[...nh]}
            columns={columns}
            scroll={{ x: 48 + 36 + 172 + 158 + 196 + 128 + 84 }}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.none)} /> }}
            expandable={{
              expandedRowRender: (h) => {
                const i = nh.indexOf(h)
                const shared = { household: h, at: `nh.${i}`, faults, onChange: (patch: Form) => set(i, patch) }
                if (h.ybddlx === WAY.none) return <NotExtended {...shared} editable={all} />
                return (
                  <>
                    {changed && <People {...shared} nh={nh} editable={all} />}
                    {h.ybddlx === WAY.split && <SplitOne {...shared} all={all} editing={editing} />}
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
