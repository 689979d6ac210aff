import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Flex, Progress, Tag } from 'antd'
import { useState, type ReactNode } from 'react'
import { both } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { labelOf } from '../../kit/model/field.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { business } from '../cases/definitions/business.ts'
import { Facts, Part } from '../cases/web/Facts.web.tsx'
import { leftDays, remaining, words } from '../cases/web/words.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { OBJECTION, PUBLICITY } from './clock.ts'
import { objection, publicity, type Snapshot } from './publicity.ts'

import { PostedList } from './PostedList.web.tsx'
import { HandleDialog, isOpenObjection, ObjectionForm, Objections, withStatus } from './Objections.web.tsx'

/** How far a running publicity has come, and the days until it may be completed. */
export function Clock({ of: p }: { of: AnyRow }) {
  const { say } = useSay()
  const days = Number(p.days),
    left = Number(p.daysLeft ?? 0)
  return (
    <Progress
      type="circle"
      size={108}
      percent={Math.round((100 * (days - Math.min(days, left))) / days)}
      format={() => <span style={{ fontSize: 15 }}>{say(left > 0 ? remaining(left) : words.periodOver)}</span>}
      aria-label={left > 0 ? say(leftDays(left)) : say(words.periodOver)}
    />
  )
}

/** What was posted, as it stood when the publicity began: who applies, for which parcels, for how long. */
function Posted({ of: snapshot }: { of: Snapshot }) {
  const { say, label } = useSay()
  const f = cbdkxx.fields
  return (
    <Flex vertical gap="small">
      <span>
        {snapshot.obligeName} {snapshot.cbfbm} {snapshot.cbht?.cbqxq} – {snapshot.cbht?.cbqxz}
      </span>
      <Table
        size="small"
        rowKey="dkbm"
        pagination={false}
        dataSource={[...(snapshot.dk ?? [])]}
        columns={[
          { key: 'dkbm', dataIndex: 'dkbm', title: label(f.dkbm) },
          { key: 'htmjm', dataIndex: 'htmjm', title: label(f.htmjm), align: 'right' },
          { key: 'htmj', dataIndex: 'htmj', title: label(f.htmj), align: 'right' },
          { key: 'sfqqqg', title: label(f.sfqqqg), render: (_v, d) => kinds.dict.show(d.sfqqqg, f.sfqqqg, 'sfqqqg', d) },
        ]}
        footer={() => (
          <strong>
            {say(words.sum)} {(snapshot.dk ?? []).length} {say(words.number)}
          </strong>
        )}
      />
    </Flex>
  )
}

/** The definition as its list shows it: business and task have no names to search by. */
const listed: AnyResource = {
  ...publicity,
  fields: Object.fromEntries(Object.entries(publicity.fields).filter(([n]) => n !== 'businessId' && n !== 'taskId' && n !== 'snapshot')),
}

/** Opens what is posted: the case, whose files the photos are, or a plan. */
const openings = (go: (to: string, open: string) => void): RowCommand[] => [
  { key: 'case', label: words.openCase, perm: 'business_view', when: (r) => !!r.businessId, run: (r) => go('/business/all', `view.${r.businessId}`) },
  {
    key: 'plan',
    label: both('查看方案', 'Open the plan'),
    perm: 'making_plan_view',
    when: (r) => !r.businessId && !!r.subjectId,
    run: (r) => go('/extension/plan', `view.${r.subjectId}`),
  },
]

/** Ends a round, as the list has read it. */
const step = (verb: string) => (r: AnyRow, t: { reload(): unknown }) => api.post(`yw-publicity/publicity/${verb}`, { rev: r.rev }, { id: r.id }).then(t.reload)

/** Publicities of all businesses with their clocks. Source: screens.md C7. */
export function PublicityPage(): ReactNode {
  const { say, lang } = useSay()
  const openPage = useOpenPage()
  const typeOf = useDict('business_type').label
  const [shown, setShown] = useState<AnyRow>()
  const [printed, setPrinted] = useState<AnyRow>()
  const own = columnsOf(listed, lang)
  const ofCase = [
    {
      key: 'business',
      title: say(labelOf(business.fields.businessName)),
      width: 200,
      render: (_v: unknown, r: AnyRow) => [r.businessName, r.businessCode].filter(Boolean).join(' '),
    },
    { key: 'type', title: say(labelOf(business.fields.businessTypeCode)), width: 104, render: (_v: unknown, r: AnyRow) => typeOf(r.businessTypeCode) },
    { key: 'region', title: say(labelOf(business.fields.regionCode)), width: 120, render: (_v: unknown, r: AnyRow) => r.regionName ?? '' },
  ]
  const extra = [
    {
      key: 'left',
      title: say(words.daysLeft),
      width: 76,
      align: 'right' as const,
      render: (_v: unknown, r: AnyRow) => (r.status === PUBLICITY.doing && r.endDate ? Number(r.daysLeft ?? 0) : ''),
    },
    {
      key: 'open',
      dataIndex: 'objectionsOpen',
      title: say(words.openNow),
      width: 110,
      align: 'right' as const,
      render: (n: unknown, r: AnyRow) => (
        <>
          {Number(n) > 0 ? <Tag color="red">{Number(n)}</Tag> : 0} / {Number(r.objectionsTotal ?? 0)}
        </>
      ),
    },
  ]
  // how it stands comes before whose it is
  const pick = (...keys: string[]) => own.filter((c) => keys.includes(c.key))
  const first = ['title', 'status', 'endDate', 'startDate']
  const columns = [
    ...pick('title'),
    ...pick('status'),
    ...pick('endDate'),
    ...extra,
    ...pick('startDate'),
    ...ofCase,
    ...own.filter((c) => !first.includes(c.key)),
  ]
  const running = (r: AnyRow) => r.status === PUBLICITY.doing
  const commands: RowCommand[] = [
    { key: 'view', label: phrases.view, perm: 'publicity_view', run: setShown },
    { key: 'print', label: words.printPosting, perm: 'print_view', when: (r) => !!r.businessId && r.status !== PUBLICITY.todo, run: setPrinted },
    ...openings((to, open) => openPage(to, { open })),
    { key: 'complete', label: words.complete, perm: 'publicity_edit', confirm: words.completeAsk, done: words.completed, when: running, run: step('complete') },
    {
      key: 'revoke',
      label: words.cancelRound,
      perm: 'publicity_edit',
      confirm: words.cancelAsk,
      danger: true,
      when: (r) => running(r) || r.status === PUBLICITY.todo,
      run: step('revoke'),
    },
  ]
  const facts = ['title', 'status', 'place', 'round', 'startDate', 'endDate', 'days', 'objectionResult']
  return (
    <>
      <ResourcePage of={listed} rowCommands={commands} toolCommands={[]} columns={columns} />
      {printed && (
        <PdfDialog
          path="dzzw/publicity-print"
          query={{ publicityId: printed.id }}
          title={both(String(printed.title ?? ''), String(printed.title ?? ''))}
          onClose={() => setPrinted(undefined)}
        />
      )}
      {shown && (
        <Dialog open width="80%" title={shown.title} onCancel={() => setShown(undefined)}>
          <Flex gap="large" align="start" wrap>
            <div style={{ flex: '1 1 420px' }}>
              <Facts of={publicity} names={facts} row={shown} />
            </div>
            {running(shown) && <Clock of={shown} />}
          </Flex>
          {shown.snapshot && (
            <>
              <Part title={say(words.posted)} />
              {shown.snapshot.households ? <PostedList of={shown} /> : <Posted of={shown.snapshot} />}
            </>
          )}
          <Part title={say(words.objections)} />
          <Objections of={shown} posted={shown.snapshot} />
        </Dialog>
      )}
    </>
  )
}

/** Objections of all publicities. Source: screens.md C7; business-flows.md 5.2. */
export function ObjectionPage(): ReactNode {
  const { lang } = useSay()
  const [handling, setHandling] = useState<AnyRow>()
  const { reload } = useWrites(objection, 'save-update')
  const { row, tool } = defaultCommands(objection)
  const open = (r: AnyRow) => r.status === OBJECTION.open || words.final
  const commands: RowCommand[] = [
    row.view,
    { ...row.edit, when: open },
    { key: 'handle', label: words.handle, perm: 'objection_edit', when: (r) => isOpenObjection(r) || words.final, run: setHandling },
    { ...row.delete, when: open },
  ]
  return (
    <>
      <ResourcePage
        of={objection}
        writes="save-update"
        rowCommands={commands}
        toolCommands={[tool.add]}
        columns={withStatus(lang)}
        form={(p) => <ObjectionForm {...p} />}
      />
      {handling && (
        <HandleDialog
          of={handling}
          onClose={() => setHandling(undefined)}
          onDone={async () => {
            setHandling(undefined)
            await reload()
          }}
        />
      )}
    </>
  )
}
