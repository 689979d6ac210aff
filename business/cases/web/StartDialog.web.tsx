import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Flex, Spin } from 'antd'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import type { Startable } from '../asks.ts'
import { words } from './words.ts'

/** Which business may be begun with a contractor; those that may not say why. The chosen one opens with the contractor filled in. Source: screens.md B2. */
export function StartDialog({ cbfbm, cbfmc, onClose }: { cbfbm: string; cbfmc: string; onClose(): void }) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  const navigate = useNavigate()
  const found = useQuery({
    queryKey: ['business', 'startable', cbfbm],
    staleTime: 0,
    retry: false,
    queryFn: () => api.get<Startable[]>('yw-accept/business/possible-types', { cbfbm }, { quiet: true }),
  })
  const begin = (typeCode: string) => void navigate({ to: '/business/all' as never, search: { open: `add.${typeCode}.${cbfbm}` } as never })
  return (
    <Dialog open width={640} title={`${say(words.start)} · ${cbfmc}`} onCancel={onClose}>
      {found.error && <Alert type="error" showIcon title={found.error.message} />}
      {found.isLoading && <Spin />}
      <Flex vertical gap="small">
        {found.data?.map((t) => (
          <Flex key={t.typeCode} gap="middle" align="center">
            <Button disabled={!t.eligible} style={{ flex: '0 0 220px' }} onClick={() => begin(t.typeCode)}>
              {label(t.typeCode)}
            </Button>
            <span style={{ color: 'var(--ant-color-text-secondary)' }}>{t.reasons.join('；')}</span>
          </Flex>
        ))}
      </Flex>
    </Dialog>
  )
}
