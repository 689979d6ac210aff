import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { Alert, Button, Flex, Spin } from 'antd'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import type { Startable } from '../rules/asks.ts'
import { FoundLink } from './FoundLink.web.tsx'
import { words } from './words.ts'

interface StartProps {
  cbfbm: string
  cbfmc: string
  /** the type that is proposed: it stands first */
  proposed?: string
  onClose(): void
}
/** Which business may be begun with a contractor; those that may not say why. The chosen one opens with the contractor filled in. Source: screens.md B2. */
export function StartDialog({ cbfbm, cbfmc, proposed, onClose }: StartProps) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  const openPage = useOpenPage()
  const found = useQuery({
    queryKey: queryKeyOf('business', 'startable', cbfbm),
    staleTime: 0,
    // an issuer has no contractor's books to ask
    enabled: cbfbm.length === 18,
    retry: false,
    queryFn: () => api.get<Startable[]>('yw-accept/business/possible-types', { cbfbm }, { quiet: true }),
  })
  const held = [...new Set((found.data ?? []).flatMap((t) => t.heldBy || []))]
  const begin = (typeCode: string, start = cbfbm) => {
    // the list from whose row it was begun stays behind its tag: who comes back finds the list
    onClose()
    openPage('/business/all', { open: `add.${typeCode}.${start}` })
  }
  return (
    <Dialog open width={640} title={`${say(words.start)} · ${cbfmc}`} onCancel={onClose}>
      {found.error && <Alert type="error" showIcon title={found.error.message} />}
      {found.isLoading && <Spin />}
      <Flex vertical gap="small">
        {held.map((code) => (
          <Alert
            key={code}
            type="warning"
            showIcon
            title={
              <>
                {say(words.heldBy)}【{code}】 <FoundLink at={{ kind: 'business', code }} />
              </>
            }
          />
        ))}
        {cbfbm.length !== 18 && proposed && (
          <Button type="primary" style={{ alignSelf: 'start' }} onClick={() => begin(proposed)}>
            {label(proposed)}
          </Button>
        )}
        {found.data
          ?.toSorted((a, b) => Number(b.typeCode === proposed) - Number(a.typeCode === proposed))
          .map((t) => (
            <Flex key={t.typeCode} gap="middle" align="center">
              <Button
                type={t.typeCode === proposed ? 'primary' : 'default'}
                disabled={!t.eligible}
                style={{ flex: '0 0 220px' }}
                onClick={() => begin(t.typeCode, t.start)}
              >
                {label(t.typeCode)}
              </Button>
              <span style={{ color: 'var(--ant-color-text-secondary)' }}>
                {[...(t.typeCode === proposed ? [say(words.proposed)] : []), ...t.reasons, ...t.hints].join('；')}
              </span>
            </Flex>
          ))}
      </Flex>
    </Dialog>
  )
}
