import { useQuery } from '@tanstack/react-query'
import { Alert, Flex } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { both as p } from '../../kit/model/lang.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { role_exclusion } from './exclusion.ts'

interface Holder {
  id: string
  account: string
  realName: string
  pairs: [string, string][]
}
const words = {
  holders: p('以下人员目前持有互斥角色，请调整其角色', 'These people hold roles that exclude one another; change their roles'),
  nobody: p('目前没有人员持有互斥角色', 'Nobody holds roles that exclude one another'),
}
/** 互斥角色: the pairs, and who holds one of them today. */
export default function ExclusionPage() {
  const { say, lang } = useSay()
  const { data } = useQuery({
    queryKey: queryKeyOf(role_exclusion, 'holders'),
    queryFn: () => api.get<Holder[]>('cpt-system/role-exclusion/holders', {}, { quiet: true }),
  })
  return (
    <Flex vertical gap="middle">
      {data && (
        <Alert
          showIcon
          type={data.length ? 'warning' : 'success'}
          title={say(data.length ? words.holders : words.nobody)}
          description={
            data.length > 0 && (
              <ul style={{ margin: 0, paddingInlineStart: 20 }}>
                {data.map((h) => (
                  <li key={h.id}>
                    {h.realName} ({h.account}): {h.pairs.map(([a, b]) => (a === b ? a : `${a} + ${b}`)).join(lang === 'zh' ? '；' : '; ')}
                  </li>
                ))}
              </ul>
            )
          }
        />
      )}
      <ResourcePage
        verb="list"
        regionTree={false}
        of={role_exclusion}
        columns={(all) =>
          all.map((c) =>
            c.key === 'oneAlias' || c.key === 'otherAlias'
              ? {
                  ...c,
                  width: 220,
                  render: (v: string, row: Record<string, unknown>) => `${String(row[c.key === 'oneAlias' ? 'oneName' : 'otherName'])} (${v})`,
                }
              : c,
          )
        }
      />
    </Flex>
  )
}
