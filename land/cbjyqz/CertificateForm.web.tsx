import { Alert, Steps } from 'antd'
import { ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { STAGES, stageOf } from './desk.ts'
import { words } from './words.ts'

const WAY = STAGES.filter((s) => s !== 'void')
/** The form of a certificate, above it how far it is. */
export function CertificateForm(props: ResourceFormProps) {
  const { say } = useSay()
  const { label } = useDict('cert_stage')
  const stage = stageOf(props.row ?? {})
  const isVoid = stage === 'void'
  const steps = [...WAY.map((s) => ({ title: label(s) })), ...(isVoid ? [{ title: label('void') }] : [])]
  return (
    <>
      <Steps
        size="small"
        style={{ marginBottom: 16 }}
        current={isVoid ? steps.length - 1 : STAGES.indexOf(stage)}
        status={isVoid ? 'error' : 'process'}
        items={steps}
      />
      {props.mode !== 'view' && <Alert type="info" showIcon style={{ marginBottom: 12 }} title={say(words.madeElsewhere)} />}
      <ResourceForm {...props} of={cbjyqz} />
    </>
  )
}
