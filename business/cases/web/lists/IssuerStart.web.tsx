import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { Button, Flex, Typography } from 'antd'
import type { Text } from '../../../../kit/model/lang.ts'
import { Dialog } from '../../../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import type { TypeCode } from '../../../../services/process/engine/definitions.ts'
import { words } from '../words.ts'

interface IssuerStartProps {
  fbfbm: string
  fbfmc: string
  /** the types that begin with an issuer; `why`: what stands against one now */
  types: readonly { code: TypeCode; why?: Text | undefined }[]
  onClose(): void
}
/** Which business may be begun with an issuer: the chosen one opens with it filled in. */
export function IssuerStart({ fbfbm, fbfmc, types, onClose }: IssuerStartProps) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  const openPage = useOpenPage()
  const begin = (code: TypeCode) => {
    onClose()
    openPage('/business/all', { open: `add.${code}.${fbfbm}` })
  }
  return (
    <Dialog open width={640} title={`${say(words.start)} · ${fbfmc}`} onCancel={onClose}>
      <Flex vertical gap="small">
        {types.map(({ code, why }) => (
          <Flex key={code} gap="middle" align="center">
            <Button disabled={!!why} style={{ flex: '0 0 220px' }} onClick={() => begin(code)}>
              {label(code)}
            </Button>
            {why && <Typography.Text type="secondary">{say(why)}</Typography.Text>}
          </Flex>
        ))}
      </Flex>
    </Dialog>
  )
}
