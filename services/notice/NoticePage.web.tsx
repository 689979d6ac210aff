import { useQueryClient } from '@tanstack/react-query'
import { Badge, Divider, Flex, Form, Typography } from 'antd'
import { useEffect } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { notice } from './notice.ts'
import { Rich, RichInput } from './Rich.web.tsx'

/** One notice to read; opening it makes it read. */
function Reading({ of: n }: { of: AnyRow }) {
  const client = useQueryClient()
  useEffect(() => {
    if (n.isRead !== 1 && n.status === 1)
      void api.post('cpt-desk/notice/read', undefined, { ids: n.id }, { quiet: true }).then(
        () => client.invalidateQueries({ queryKey: queryKeyOf(notice) }),
        () => undefined,
      )
  }, [n.id])
  return (
    <article>
      <Typography.Title level={4}>{String(n.title)}</Typography.Title>
      <Flex gap="middle">
        <DictTag code="notice" value={n.category} />
        <time>{String(n.releaseTime)}</time>
      </Flex>
      <Divider />
      <Rich html={String(n.content ?? '')} />
    </article>
  )
}
const bare = { ...notice, fields: {} }
function NoticeForm(p: ResourceFormProps) {
  const { say } = useSay()
  if (p.mode === 'view') return <Reading of={p.row as AnyRow} />
  return (
    <ResourceForm {...p} of={bare} body={(v) => bodyOf(notice, v, p.row)}>
      <FormItems of={notice} only={['title', 'category', 'releaseTime', 'regionCode']} />
      <Form.Item name="content" label={say(labelOf(notice.fields.content))}>
        <RichInput />
      </Form.Item>
    </ResourceForm>
  )
}

/** Notices: unread ones marked, drafts with 发布, published ones with 撤回. Source: screens.md A22. */
export default function NoticePage() {
  const { say, lang } = useSay()
  const { row } = defaultCommands(notice)
  const publish = (status: 0 | 1): RowCommand => ({
    key: status ? 'publish' : 'withdraw',
    label: status ? { zh: '发布', en: 'Publish' } : { zh: '撤回', en: 'Withdraw' },
    perm: 'notice_publish',
    when: (n) => n.status !== status,
    done: phrases.done,
    run: (n, t) => api.post('cpt-desk/notice/publish', undefined, { id: n.id, status }).then(t.reload),
  })
  const unread = say({ zh: '未读', en: 'Unread' })
  const columns = columnsOf(notice, lang).map((c) =>
    c.key === 'title'
      ? {
          ...c,
          render: (v: unknown, n: AnyRow) =>
            n.isRead === 1 || n.status !== 1 ? (
              String(v)
            ) : (
              <Badge dot offset={[6, 2]} title={unread}>
                {String(v)}
              </Badge>
            ),
        }
      : c,
  )
  return (
    <ResourcePage
      of={notice}
      columns={columns}
      regionTree={false}
      rowCommands={[row.view, row.edit, publish(1), publish(0), row.delete]}
      form={(p) => <NoticeForm {...p} />}
    />
  )
}
