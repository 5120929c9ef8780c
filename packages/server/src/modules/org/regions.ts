/** The middle of a province is that of its capital, a city's is its own: near enough to begin from. */
export interface Region {
  readonly zh: string
  readonly en: string
  readonly longitude: number
  readonly latitude: number
  readonly city: boolean
}

const places = (city: boolean, lines: string): Region[] =>
  lines
    .trim()
    .split('\n')
    .map(line => line.trim().split('|') as [string, string, string, string])
    .map(([zh, en, longitude, latitude]) => ({ zh, en, longitude: Number(longitude), latitude: Number(latitude), city }))

const provinces = `
  北京|Beijing|116.4074|39.9042
  天津|Tianjin|117.2009|39.0842
  上海|Shanghai|121.4737|31.2304
  重庆|Chongqing|106.5516|29.563
  河北|Hebei|114.5149|38.0428
  山西|Shanxi|112.5489|37.8706
  内蒙古|Inner Mongolia|111.7492|40.8426
  辽宁|Liaoning|123.4315|41.8057
  吉林|Jilin|125.3235|43.8171
  黑龙江|Heilongjiang|126.5349|45.8038
  江苏|Jiangsu|118.7969|32.0603
  浙江|Zhejiang|120.1551|30.2741
  安徽|Anhui|117.2272|31.8206
  福建|Fujian|119.2965|26.0745
  江西|Jiangxi|115.8579|28.682
  山东|Shandong|117.1201|36.6512
  河南|Henan|113.6254|34.7466
  湖北|Hubei|114.3054|30.5931
  湖南|Hunan|112.9388|28.2282
  广东|Guangdong|113.2644|23.1291
  广西|Guangxi|108.3669|22.817
  海南|Hainan|110.1983|20.0442
  四川|Sichuan|104.0665|30.5723
  贵州|Guizhou|106.6302|26.647
  云南|Yunnan|102.8329|24.8801
  西藏|Tibet|91.1172|29.6469
  陕西|Shaanxi|108.9398|34.3416
  甘肃|Gansu|103.8343|36.0611
  青海|Qinghai|101.7782|36.6171
  宁夏|Ningxia|106.2309|38.4872
  新疆|Xinjiang|87.6168|43.8256
  香港|Hong Kong|114.1694|22.3193
  澳门|Macao|113.5439|22.1987
  台湾|Taiwan|121.5654|25.033
`
const cities = `
  石家庄|Shijiazhuang|114.5149|38.0428
  太原|Taiyuan|112.5489|37.8706
  呼和浩特|Hohhot|111.7492|40.8426
  沈阳|Shenyang|123.4315|41.8057
  大连|Dalian|121.6147|38.914
  长春|Changchun|125.3235|43.8171
  哈尔滨|Harbin|126.5349|45.8038
  南京|Nanjing|118.7969|32.0603
  苏州|Suzhou|120.5853|31.2989
  无锡|Wuxi|120.3119|31.4912
  杭州|Hangzhou|120.1551|30.2741
  宁波|Ningbo|121.544|29.8683
  温州|Wenzhou|120.6994|27.9943
  合肥|Hefei|117.2272|31.8206
  福州|Fuzhou|119.2965|26.0745
  厦门|Xiamen|118.0894|24.4798
  南昌|Nanchang|115.8579|28.682
  济南|Jinan|117.1201|36.6512
  青岛|Qingdao|120.3826|36.0671
  郑州|Zhengzhou|113.6254|34.7466
  武汉|Wuhan|114.3054|30.5931
  长沙|Changsha|112.9388|28.2282
  广州|Guangzhou|113.2644|23.1291
  深圳|Shenzhen|114.0579|22.5431
  东莞|Dongguan|113.7518|23.0207
  佛山|Foshan|113.1214|23.0215
  南宁|Nanning|108.3669|22.817
  海口|Haikou|110.1983|20.0442
  成都|Chengdu|104.0665|30.5723
  贵阳|Guiyang|106.6302|26.647
  昆明|Kunming|102.8329|24.8801
  拉萨|Lhasa|91.1172|29.6469
  西安|Xi'an|108.9398|34.3416
  兰州|Lanzhou|103.8343|36.0611
  西宁|Xining|101.7782|36.6171
  银川|Yinchuan|106.2309|38.4872
  乌鲁木齐|Urumqi|87.6168|43.8256
  布拉格|Prague|14.4378|50.0755
  布尔诺|Brno|16.6068|49.1951
  俄斯特拉发|Ostrava|18.2625|49.8209
`
export const regions: readonly Region[] = [...places(false, provinces), ...places(true, cities)]
