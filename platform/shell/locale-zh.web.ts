import zhCN from 'antd/locale/zh_CN'

/** antd's Chinese words. */
export default zhCN
