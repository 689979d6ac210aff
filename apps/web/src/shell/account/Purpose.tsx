import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../../../kit/web/client.web.ts'
import { queryKeyOf } from '../../../../../kit/web/keys.web.ts'
import { useSession } from '../../../../../kit/web/session.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { frameWords as words } from '../../../../../platform/shell/words.ts'

// a form with its checks: no first page waits for it
const PurposeDialog = lazy(() => import('./PurposeDialog.tsx'))

interface Asked {
  asksPurpose?: number
  purpose?: string | null
}
/** Where the tenant asks why personal data is seen in full: that it is masked, and the way to say why; afterwards what was said. */
export function Purpose() {
  const { say } = useSay()
  const { userId } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: queryKeyOf('user-info', userId),
    queryFn: () => api.get<Asked>('cpt-auth/oauth/user-info', {}, { quiet: true }),
    enabled: userId !== '',
    staleTime: Infinity,
  })
  if (data?.asksPurpose !== 1) return null
  return (
    <>
      <Button type="text" icon={<SafetyCertificateOutlined />} onClick={() => setOpen(true)}>
        {data.purpose ? `${say(words.purpose)}：${data.purpose}` : say(words.purposeNone)}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PurposeDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
