import { SettingOutlined } from '@ant-design/icons'
import { Button, Flex, Form, InputNumber, Popover, Slider, Switch, Tag } from 'antd'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { CAMERAS, isPort, type CameraState } from './device.ts'
import type { Preferences } from './preferences.web.ts'
import type { Camera } from './useCamera.web.ts'
import { stateText, words } from './words.ts'

const COLOUR: Readonly<Record<CameraState, string>> = { no: 'default', ok: 'processing', run: 'success' }

interface DeviceBarProps {
  camera: Camera
  preferences: Preferences
  onPrefer(part: Partial<Preferences>): void
  pluginUrl: string
}
/** What is plugged in, and what is done about it. */
export function DeviceBar({ camera, preferences, onPrefer, pluginUrl }: DeviceBarProps) {
  const { say } = useSay()
  const toast = useToast()
  const getPlugin = () => (pluginUrl ? void window.open(pluginUrl, '_blank', 'noopener') : toast.warn(words.noPluginUrl))
  return (
    <Flex gap="small" align="center" justify="space-between" wrap>
      <Flex gap="small" align="center" role="status">
        <strong>{say(words.bySource[camera.source])}</strong>
        {CAMERAS.map((c) => (
          <Tag key={c} color={COLOUR[camera.states[c]]} style={{ margin: 0 }}>
            {say(words[c])} {say(stateText(camera.states[c]))}
          </Tag>
        ))}
      </Flex>
      <Flex gap="small">
        <Button size="small" onClick={() => void camera.look()}>
          {say(words.detect)}
        </Button>
        <Button size="small" onClick={getPlugin}>
          {say(words.plugin)}
        </Button>
        <Popover trigger="click" placement="bottomRight" title={say(words.settings)} content={<Settings of={preferences} onPrefer={onPrefer} />}>
          <Button size="small" icon={<SettingOutlined />} aria-label={say(words.settings)} />
        </Popover>
      </Flex>
    </Flex>
  )
}
function Settings({ of: p, onPrefer }: { of: Preferences; onPrefer(part: Partial<Preferences>): void }) {
  const { say } = useSay()
  return (
    <Form className="camera-settings" size="small" labelCol={{ span: 14 }} wrapperCol={{ span: 10 }} style={{ width: 340 }} colon={false}>
      <Form.Item label={say(words.port)} htmlFor="camera-port">
        <InputNumber
          id="camera-port"
          min={1024}
          max={65535}
          precision={0}
          changeOnBlur
          defaultValue={p.port}
          onBlur={(e) => isPort(Number(e.target.value)) && onPrefer({ port: Number(e.target.value) })}
        />
      </Form.Item>
      <Form.Item label={say(words.rotatePrimary)} htmlFor="camera-rotate">
        <Switch id="camera-rotate" checked={p.rotatePrimary} onChange={(rotatePrimary) => onPrefer({ rotatePrimary })} />
      </Form.Item>
      <Form.Item label={say(words.deskew)} htmlFor="camera-deskew">
        <Switch id="camera-deskew" checked={p.deskew} onChange={(deskew) => onPrefer({ deskew })} />
      </Form.Item>
      <Form.Item label={say(words.quality)}>
        <Slider min={10} max={100} step={5} value={p.quality} onChange={(quality) => onPrefer({ quality })} ariaLabelForHandle={say(words.quality)} />
      </Form.Item>
    </Form>
  )
}
