import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Button, Card, Flex, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { actOf, leftText, markOf, type FollowedCase, type FollowedWork, type OwnWork, type WorkItem } from '../../business/cases/rules/work.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Muted } from './Figure.web.tsx'
import { words } from './home.ts'

/** A card of the start with the way to its whole screen. */
function Waiting({ title, to, body, children }: { title: ReactNode; to?: string; body: object; children: ReactNode }) {
  const { say } = useSay()
  const openPage = useOpenPage()
  const more = to && (
    <Button type="link" size="small" onClick={() => openPage(to)}>
      {say(phrases.more)}
    </Button>
  )
  return (
    <Card size="small" title={title} extra={more} styles={{ body }}>
      {children}
    </Card>
  )
}

/** What waits for the reader in the order of its promised days, each row with its one act; what came back says why. */
export function Todo() {
  const { say } = useSay()
  const { can } = useSession()
  const { label } = useDict('task_key')
  const openPage = useOpenPage()
  const { data, isLoading } = useQuery({
    queryKey: queryKeyOf('business', 'todo', 'home'),
    retry: false,
    queryFn: () => api.get<OwnWork>('yw-accept/business/work', {}, { quiet: true }),
  })
  const open = (row: WorkItem) => openPage('/business/todo', { open: `${can('business_edit') ? 'edit' : 'view'}.${row.id}` })
  const head = (
    <Flex gap="small" align="baseline" wrap>
      {say(words.todo)}
      {!!data?.total && <b>{data.total}</b>}
      {!!data?.overdue && <b className="home-over">{`${say(words.overdue)} ${data.overdue}`}</b>}
      {!!data?.mine && <Muted>{`${say(words.ofMine)} ${data.mine}`}</Muted>}
      {!!data?.doneThisWeek && <Muted>{`${say(words.doneThisWeek)} ${data.doneThisWeek}`}</Muted>}
    </Flex>
  )
  return (
    <Waiting title={head} to="/business/todo" body={{ minHeight: 220, padding: 0 }}>
      {isLoading ? (
        <Skeleton active paragraph={{ rows: 4 }} style={{ padding: 12 }} />
      ) : data?.records.length ? (
        <div className="home-scroll" tabIndex={0} role="region" aria-label={say(words.todo)}>
          <table className="home-rows">
            <thead>
              <tr>
                <th scope="col">{say(words.business)}</th>
                <th scope="col" style={{ width: 100 }}>
                  {say(words.task)}
                </th>
                <th scope="col" style={{ width: 110 }}>
                  {say(words.due)}
                </th>
                <th scope="col" style={{ width: 110 }}>
                  {say(phrases.actions)}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.records.map((row) => (
                <tr key={row.id} onClick={() => open(row)}>
                  <td title={row.returnedFor ? `${row.returnedFor}（${row.returnedBy} ${row.returnedAt.slice(0, 16)}）` : row.businessName}>
                    {row.businessName}
                    {row.returnedAt && <Muted>{` · ${row.returnedFor}`}</Muted>}
                  </td>
                  <td className={`home-${markOf(row)}`}>{row.returnedAt ? say(words.returned) : label(row.taskKey)}</td>
                  <td title={row.dueDay} className={`home-${markOf(row)}`}>
                    {say(leftText(row.daysLeft))}
                  </td>
                  <td>
                    <Button
                      type="link"
                      size="small"
                      onClick={(e) => {
                        e.stopPropagation()
                        open(row)
                      }}
                    >
                      {say(can('business_edit') ? actOf(row) : phrases.view)}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="home-none">{say(words.nothing)}</p>
      )}
    </Waiting>
  )
}

/** Cases by who waits or who is next. */
function FollowedRows({ rows, person, when, time }: { rows: readonly FollowedCase[]; person: string; when: string; time(c: FollowedCase): string }) {
  const { say } = useSay()
  const { label } = useDict('task_key')
  const openPage = useOpenPage()
  return (
    <table className="home-rows">
      <thead>
        <tr>
          {[words.business, words.task].map((t) => (
            <th key={t.zh} scope="col">
              {say(t)}
            </th>
          ))}
          <th scope="col">{person}</th>
          <th scope="col">{when}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((c) => (
          <tr key={c.id}>
            <td title={c.businessName}>
              <button type="button" className="home-notice" onClick={() => openPage('/business/all', { open: `view.${c.id}` })}>
                {c.businessName}
              </button>
            </td>
            <td>{label(c.taskKey)}</td>
            <td title={c.person}>{c.person}</td>
            <td>{time(c)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
/** What others wait for because of the reader, and what he had and is over its day with others, with who is next; nothing where there is neither. */
export function Followed() {
  const { say } = useSay()
  const { data } = useQuery({
    queryKey: queryKeyOf('business', 'followed', 'home'),
    retry: false,
    queryFn: () => api.get<FollowedWork>('yw-accept/business/followed', {}, { quiet: true }),
  })
  return (
    <>
      {!!data?.awaited.length && (
        <Waiting title={say(words.awaited)} body={{ padding: 0 }}>
          <FollowedRows rows={data.awaited} person={say(words.passedBy)} when={say(words.since)} time={(c) => c.since.slice(0, 10)} />
        </Waiting>
      )}
      {!!data?.overdue.length && (
        <Waiting title={say(words.overdueElsewhere)} body={{ padding: 0 }}>
          <FollowedRows rows={data.overdue} person={say(words.nextPerson)} when={say(words.due)} time={(c) => say(leftText(c.daysLeft))} />
        </Waiting>
      )}
    </>
  )
}

interface Mine {
  unread: number
  records: { id: string; title: string; releaseTime: string; isRead: 0 | 1 }[]
}
/** The newest notices that are meant for the reader; unread ones are marked. */
export function Notices() {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const { data } = useQuery({ queryKey: queryKeyOf('notice', 'mine'), retry: false, queryFn: () => api.get<Mine>('cpt-desk/notice/mine', {}, { quiet: true }) })
  // without the button of the notices their text would be refused
  const reads = can('notice_view')
  return (
    <Waiting
      title={data?.unread ? `${say(words.notices)}（${data.unread}）` : say(words.notices)}
      {...(reads ? { to: '/desk/notice' } : {})}
      body={{ minHeight: 100 }}
    >
      {data?.records.length ? (
        <Flex component="ul" vertical gap={4} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {data.records.map((n) => (
            <Flex component="li" key={n.id} justify="space-between" gap="small">
              {reads ? (
                <button type="button" className="home-notice" onClick={() => openPage('/desk/notice', { open: `view.${n.id}` })}>
                  {n.title}
                </button>
              ) : (
                <span className="home-notice">{n.title}</span>
              )}
              {n.isRead !== 1 && <i className="home-unread" role="img" aria-label={say(words.unread)} title={say(words.unread)} />}
              <span className="home-day">{n.releaseTime.slice(0, 10)}</span>
            </Flex>
          ))}
        </Flex>
      ) : (
        <p className="home-none">{say(words.noNotice)}</p>
      )}
    </Waiting>
  )
}
