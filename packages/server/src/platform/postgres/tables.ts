// Written by `npm run db:types` from db/migrations; not edited by hand.
import type { ColumnType } from 'kysely'

/** May be left out of an insert. */
type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Kept by the database alone. */
type Computed<T> = [T] extends [ColumnType<infer S, any, any>] ? ColumnType<S, never, never> : ColumnType<T, never, never>
type Instant = ColumnType<string, Date | string, Date | string>
/** Read as it is, written as JSON text. */
type Json = ColumnType<any, string, string>

export interface Tables {
  accountRatio: {
    companyId: number
    stationId: number
    version: Generated<number>
    ratio1: number
    ratio2: number
    ratio3: number
    modifiedDate: Instant
  }
  accountRatioOfStation: {
    companyId: number | null
    id: number | null
    stationId: number | null
    version: number | null
    ratio1: number | null
    ratio2: number | null
    ratio3: number | null
    modifiedDate: Instant | null
  }
  allocationPlan: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    groupId: number
    name: string
    period: string
    weekday: string
    monthDay: number
    hour: number
    mode: string
    amountCents: number | null
    leftover: string
    active: Generated<boolean>
    nextRunDate: Instant | null
    createdDate: Generated<Instant>
  }
  allocationPlanLine: {
    companyId: number
    planId: number
    userCardId: number
    turn: number
    amountCents: number
  }
  allocationPlanState: {
    id: number | null
    version: number | null
    companyId: number | null
    groupId: number | null
    name: string | null
    period: string | null
    weekday: string | null
    monthDay: number | null
    hour: number | null
    mode: string | null
    amountCents: number | null
    leftover: string | null
    active: boolean | null
    nextRunDate: Instant | null
    createdDate: Instant | null
    lines: Json | null
  }
  allocationRun: {
    companyId: number
    id: Generated<number>
    planId: number
    groupId: number
    planName: string
    period: string
    dueDate: Instant
    createdDate: Instant
    givenCents: Generated<number>
    backCents: Generated<number>
    served: Generated<number>
    short: Generated<number>
    passedOver: Generated<number>
    reason: string | null
    ledgerEntryId: number | null
  }
  allocationRunLine: {
    companyId: number
    id: Generated<number>
    runId: number
    planId: number
    groupId: number
    userCardId: number
    turn: number
    outcome: string
    reason: string | null
    wantedCents: number
    givenCents: number
    backCents: number
  }
  attachment: {
    id: Generated<number>
    companyId: number
    type: string
    name: string
    contentType: string
    size: number
    sha256: Buffer
    width: number | null
    height: number | null
    createdBy: string
    createdDate: Instant
  }
  attachmentUse: {
    companyId: number
    subject: string
    attachmentId: number
  }
  auditEntry: {
    id: Generated<number>
    companyId: number
    actor: string
    action: string
    subject: string
    detail: Json
    requestId: string
    at: Instant
    source: string | null
    stationId: number | null
    userId: Computed<number | null>
    deviceId: Computed<number | null>
  }
  auditPending: {
    auditEntryId: number
    companyId: number
  }
  auditSeal: {
    companyId: number
    n: number
    auditEntryId: number
    hash: Buffer
  }
  baseFuel: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    name: string
    code: string
    type: string
    densityKgM3: number | null
    color: string | null
    createdDate: Generated<Instant>
  }
  beyondHold: {
    companyId: number
    orderId: number
    stationId: number
    userCardId: number
    authorisationId: number
    how: string
    at: Instant
  }
  car: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    plate: string
    fuelType: string
    groupId: number | null
    userId: number | null
    tankCl: number | null
    litresPer100Km: number | null
    usualHours: Generated<Json>
    remark: Generated<string>
    removedDate: Instant | null
    createdDate: Generated<Instant>
  }
  card: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    name: string
    type: string
    description: Generated<string>
    endTime: Instant | null
    giftFirst: Generated<boolean>
    createdDate: Generated<Instant>
    discountId: number | null
    validMonths: number | null
  }
  cardAuthorisation: {
    companyId: number
    id: Generated<number>
    status: Generated<string>
    userCardId: number
    cardNumber: string
    stationId: number
    deviceId: number | null
    operatorId: number | null
    nozzleControlId: number | null
    productId: number
    priceCents: number
    wantedCents: number | null
    wantedCl: number | null
    approvedCents: number
    approvedCl: number
    principalCents: number
    giftCents: number
    plate: string | null
    odometerKm: number | null
    withPassword: boolean
    useDay: string
    useFills: number
    afterSequence: number | null
    grayAt: Instant | null
    grayReason: string | null
    endedAt: Instant | null
    endedBy: string | null
    orderId: number | null
    capturedCents: number | null
    reason: Generated<string>
    createdDate: Instant
    fillPriceCents: number
    discountKind: string | null
    discountId: number | null
    discountName: string | null
    masterId: number | null
  }
  cardBatch: {
    companyId: number
    id: Generated<number>
    attachmentId: number | null
    fileName: Generated<string>
    first: string
    kind: string
    cardId: number
    facts: Json
    status: string
    total: number
    issued: Generated<number>
    refused: Generated<number>
    userId: number
    userCompany: number
    createdDate: Instant
    finishedDate: Instant | null
  }
  cardBatchRow: {
    companyId: number
    id: Generated<number>
    cardBatchId: number
    line: number
    number: string
    holderName: Generated<string>
    holderMobile: Generated<string>
    outcome: Generated<string>
    reason: string | null
    userCardId: number | null
  }
  cardBlackList: {
    companyId: number
    number: string
    reason: string
    version: number
    at: Instant
  }
  cardBlackListChange: {
    companyId: number
    version: number
    number: string
    listed: boolean
    reason: string
    at: Instant
  }
  cardBlackListDevice: {
    companyId: number
    deviceId: number
    version: number
    askedAt: Instant
  }
  cardBlackListHead: {
    companyId: number
    version: Generated<number>
    forgotten: Generated<number>
    expiredBefore: string | null
  }
  cardDiscount: {
    companyId: number
    id: Generated<number>
    userCardId: number
    discountId: number
    entryId: number
    beginsAt: Instant
    endsAt: Instant | null
  }
  cardImport: {
    companyId: number
    id: Generated<number>
    attachmentId: number | null
    fileName: string
    supplier: number
    cardType: number
    status: string
    total: Generated<number>
    added: Generated<number>
    known: Generated<number>
    wrong: Generated<number>
    userId: number
    userCompany: number
    createdDate: Instant
    finishedDate: Instant | null
  }
  cardImportProblem: {
    companyId: number
    id: Generated<number>
    cardImportId: number
    line: number
    reason: string
    value: Generated<string>
  }
  cardInfo: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    company: Computed<number | null>
    uuid: string
    number: string
    numberBack: Computed<string | null>
    supplier: number
    cardType: number
    issueType: number
    code: Generated<string>
    status: Generated<string>
    userCardId: number | null
    productionTime: Instant | null
    issueTime: Instant | null
    reservedUntil: Instant | null
    reservedBy: string | null
    keyVersion: number | null
    handedTo: Generated<string>
    life: Generated<Json>
    createdDate: Generated<Instant>
    state: Computed<string>
  }
  cardInfoCount: {
    companyId: number
    id: Generated<number>
    state: string
    status: string
    cardType: number
    issueType: number
    supplier: number
    count: number
  }
  cardInfoForeign: {
    companyId: number
    id: Generated<number>
    actor: string
    at: Instant
  }
  cardInfoState: {
    companyId: number | null
    id: number | null
    version: number | null
    uuid: string | null
    number: string | null
    supplier: number | null
    cardType: number | null
    issueType: number | null
    code: string | null
    status: string | null
    state: string | null
    userCardId: number | null
    productionTime: Instant | null
    issueTime: Instant | null
    reservedUntil: Instant | null
    keyVersion: number | null
    handedTo: string | null
    createdDate: Instant | null
    numberBack: string | null
  }
  cardJudgement: {
    companyId: number
    id: Generated<number>
    userCardId: number
    stationId: number | null
    orderId: number | null
    outcome: string
    code: string | null
    amountCents: number
    volumeCl: number | null
    plate: string | null
    lines: Json
    createdDate: Instant
    authorisationId: number | null
  }
  cardLimitProfile: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    rangeOfUse: Generated<Json>
    createdDate: Generated<Instant>
  }
  cardLimitProfileState: {
    id: number | null
    version: number | null
    companyId: number | null
    name: string | null
    rangeOfUse: Json | null
    createdDate: Instant | null
    cardCount: number | null
  }
  cardLoss: {
    id: Generated<number>
    companyId: number
    userCardId: number
    reason: string
    remark: Generated<string>
    reportedAt: Instant
    reportedBy: string
    closedAt: Instant | null
    closedBy: string | null
  }
  cardReplacement: {
    companyId: number
    id: Generated<number>
    userCardId: number
    number: string
    successor: string
    reason: string
    remark: Generated<string>
    askedAt: Instant
    askedBy: string
    replacedAt: Instant | null
  }
  cardReturn: {
    companyId: number
    id: Generated<number>
    userCardId: number
    stationId: number | null
    payType: string | null
    slipNo: string | null
    principalCents: number
    giftCents: number
    ledgerEntryId: number | null
    chip: string
    remark: string
    returnedAt: Instant
    returnedBy: string
  }
  cardSupplier: {
    code: number
    name: string
  }
  cardUse: {
    companyId: number
    userCardId: number
    period: string
    begins: string
    cents: number
    volumeCl: number
    fills: number
  }
  cardUuid: {
    uuid: string
    supplier: number
    number: string
    id: number
  }
  category: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    type: string
    name: string
    hidden: Generated<boolean>
    weight: Generated<number>
    createdDate: Generated<Instant>
  }
  channelPayment: {
    companyId: number
    id: Generated<number>
    authTokenId: number
    kind: string
    paymentNo: string
    amountCents: number
    description: string
    state: Generated<string>
    theirNo: Generated<string>
    paidDate: Instant | null
    failureCode: Generated<string>
    failureWords: Generated<string>
    doubt: string | null
    askedCount: Generated<number>
    sentDate: Instant | null
    askedBy: string
    createdDate: Instant
    decidedDate: Instant | null
  }
  channelRefund: {
    companyId: number
    id: Generated<number>
    paymentId: number
    refundNo: string
    amountCents: number
    reason: string
    state: Generated<string>
    theirNo: Generated<string>
    failureCode: Generated<string>
    failureWords: Generated<string>
    doubt: string | null
    askedCount: Generated<number>
    askedBy: string
    createdDate: Instant
    decidedDate: Instant | null
  }
  classSettle: {
    id: Generated<number>
    companyId: number
    stationId: number
    stationName: string
    dailyStateId: number
    businessDay: string
    number: number
    startTime: Instant
    endTime: Instant
    employeeId: number | null
    employeeName: string
    forced: boolean
    orders: number
    salesCents: number
    discountCents: number
    volumeCl: number
    pieces: number
    paidCents: number
    refundedCents: number
    earlierCents: number
    topUps: number
    topUpCents: number
    unpaidOrders: number
    unpaidCents: number
    closedOrders: number
    closedCents: number
    lateOrders: number
    lateCents: number
    expectedCents: number
    countedCents: number
    differenceCents: number
    note: string
    createdDate: Instant
    isNatureDay: boolean | null
    laterCents: number | null
    reason: string | null
    beyond: Json | null
  }
  classSettleCash: {
    classSettleId: number
    companyId: number
    valueCents: number
    pieces: number
  }
  classSettleCorrection: {
    classSettleId: number
    companyId: number
    orderId: number
    orderNo: string
    belongsShiftId: number
    businessDay: string
    number: number
    createdDate: Instant
    volumeCl: number
    totalCents: number
  }
  classSettleEmployee: {
    classSettleId: number
    companyId: number
    employeeId: number | null
    name: string | null
    orders: number
    volumeCl: number
    salesCents: number
    takenCents: number
  }
  classSettleItem: {
    classSettleId: number
    companyId: number
    itemId: number
    name: string
    categoryType: string
    orders: number
    volumeCl: number
    pieces: number
    amountCents: number
    discountCents: number
  }
  classSettleNozzle: {
    classSettleId: number
    companyId: number
    nozzleControlId: number
    logicNo: number
    itemName: string | null
    orders: number
    beginCl: number | null
    endCl: number | null
    entered: boolean
    meteredCl: Computed<number | null>
    soldCl: number
    lateCl: number
    differenceCl: Computed<number | null>
    tankId: number | null
  }
  classSettlePayType: {
    classSettleId: number
    companyId: number
    payType: string
    payments: number
    amountCents: number
    refundedCents: number
    topUps: number
    topUpCents: number
    expectedCents: Computed<number>
    countedCents: number | null
    differenceCents: Computed<number | null>
  }
  classSettleReport: {
    id: number | null
    companyId: number | null
    stationId: number | null
    stationName: string | null
    dailyStateId: number | null
    businessDay: string | null
    number: number | null
    startTime: Instant | null
    endTime: Instant | null
    employeeId: number | null
    employeeName: string | null
    forced: boolean | null
    orders: number | null
    salesCents: number | null
    discountCents: number | null
    volumeCl: number | null
    pieces: number | null
    paidCents: number | null
    refundedCents: number | null
    earlierCents: number | null
    topUps: number | null
    topUpCents: number | null
    unpaidOrders: number | null
    unpaidCents: number | null
    closedOrders: number | null
    closedCents: number | null
    lateOrders: number | null
    lateCents: number | null
    expectedCents: number | null
    countedCents: number | null
    differenceCents: number | null
    note: string | null
    createdDate: Instant | null
    isNatureDay: boolean | null
    laterCents: number | null
    reason: string | null
    beyond: Json | null
    state: string | null
  }
  classSettleSeal: {
    classSettleId: number
    companyId: number
    hash: Buffer
  }
  classSettleTank: {
    classSettleId: number
    companyId: number
    tankId: number
    number: number
    productName: string
    beginCl: number | null
    receivedCl: number
    document: string
    endCl: number | null
    entered: boolean
    soldCl: number
    meteredCl: number | null
    drawnCl: Computed<number | null>
    differenceCl: Computed<number | null>
  }
  classSettleUnpaid: {
    classSettleId: number
    companyId: number
    orderId: number
    orderNo: string
    status: string
    createdDate: Instant
    totalCents: number
    paidCents: number
    dueCents: Computed<number>
  }
  clockCorrectedRow: {
    kind: string
    rowId: number
    companyId: number
    stationId: number | null
    clockCorrectionId: number
    dateBefore: Instant
    dateAfter: Instant
    settled: boolean
  }
  clockCorrectedSale: {
    orderId: number
    companyId: number
    stationId: number
    clockCorrectionId: number
    receivedBefore: Instant
    receivedAfter: Instant
    createdBefore: Instant
    createdAfter: Instant
    settled: boolean
  }
  clockCorrection: {
    id: Generated<number>
    companyId: number
    clockFaultId: number
    movedSeconds: number
    reason: string
    correctedBy: string
    createdDate: Instant
  }
  clockFault: {
    id: number
    cause: string
    beganDate: Instant
    endedDate: Instant | null
    serverOffsetMs: number
    databaseOffsetMs: number
    machine: string
    originMs: number
    seenDate: Instant
    acceptedBy: string | null
    acceptedDate: Instant | null
  }
  clockMarkedRow: {
    kind: string | null
    id: number | null
    companyId: number | null
    stationId: number | null
    shiftId: number | null
    clockFaultId: number | null
    createdDate: Instant | null
    settled: boolean | null
  }
  clockSale: {
    id: number | null
    companyId: number | null
    stationId: number | null
    orderNo: string | null
    totalCents: number | null
    receivedDate: Instant | null
    createdDate: Instant | null
    clockFaultId: number | null
    cause: string | null
    beganDate: Instant | null
    endedDate: Instant | null
    offsetSeconds: number | null
    state: string | null
    receivedBefore: Instant | null
    receivedAfter: Instant | null
    createdBefore: Instant | null
    createdAfter: Instant | null
    movedSeconds: number | null
    reason: string | null
    correctedBy: string | null
    correctedDate: Instant | null
  }
  clockStep: {
    id: Generated<number>
    companyId: number
    stationId: number
    orderNumber: number
    clockFaultId: number
    fromDate: Instant
    toDate: Instant
  }
  company: {
    id: Generated<number>
    version: Generated<number>
    code: string
    name: string
    description: Generated<string>
    address: Generated<string>
    contact: Generated<string>
    phone: Generated<string>
    currency: Generated<string>
    currencyName: Generated<string>
    symbol: Generated<string>
    timeZone: Generated<string>
    isDemo: Generated<boolean>
    createdDate: Generated<Instant>
    config: Generated<Json>
    bigLogoId: number | null
    smallLogoId: number | null
    customerId: Generated<string>
    unionCardCompanyId: Generated<string>
    createdById: number | null
  }
  companyCardKey: {
    companyId: number
    sealed: Buffer
    keyId: string
    mask: string
    fingerprint: string
    setBy: string
    setDate: Instant
    version: Generated<number>
  }
  companyCheck: {
    id: Generated<number>
    companyId: number
    kind: string
    status: Generated<string>
    run: Generated<string>
    done: Generated<number>
    total: number | null
    result: Json | null
    createdDate: Instant
    startedDate: Instant | null
    finishedDate: Instant | null
  }
  companyDirectory: {
    code: string
    company: number
  }
  companyGroup: {
    id: Generated<number>
    name: string
    version: Generated<number>
    createdDate: Generated<Instant>
  }
  companyGroupMember: {
    companyGroupId: number
    company: number
  }
  dailyState: {
    id: Generated<number>
    companyId: number
    stationId: number
    isNatureDay: boolean
    businessDay: string
    number: number
    startTime: Instant
    endTime: Instant | null
    status: string
    startedBy: string
    closedBy: string | null
    forced: Generated<boolean>
    createdDate: Generated<Instant>
    settled: Generated<boolean>
  }
  daySettle: {
    id: Generated<number>
    companyId: number
    stationId: number
    stationName: string
    businessDay: string
    startTime: Instant
    endTime: Instant
    employeeId: number | null
    employeeName: string
    shifts: number
    orders: number
    salesCents: number
    discountCents: number
    volumeCl: number
    pieces: number
    paidCents: number
    refundedCents: number
    earlierCents: number
    laterCents: number
    topUps: number
    topUpCents: number
    unpaidOrders: number
    unpaidCents: number
    closedOrders: number
    closedCents: number
    lateOrders: number
    lateCents: number
    expectedCents: number
    countedCents: number
    differenceCents: number
    note: string
    createdDate: Instant
    reason: string | null
    beyond: Json | null
  }
  daySettlePayType: {
    daySettleId: number
    companyId: number
    payType: string
    payments: number
    amountCents: number
    refundedCents: number
    topUps: number
    topUpCents: number
    expectedCents: Computed<number>
    countedCents: number | null
    statementCents: number | null
    differenceCents: number | null
  }
  daySettleSeal: {
    daySettleId: number
    companyId: number
    hash: Buffer
  }
  daySettleShift: {
    daySettleId: number
    companyId: number
    classSettleId: number
    hash: Buffer
  }
  deal: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    description: Generated<string>
    kind: string
    offCents: number | null
    percent: number | null
    capCents: number | null
    centsPerL: number | null
    upToCl: number | null
    itemId: number | null
    pieces: number | null
    maxCount: Generated<number>
    perUser: Generated<number>
    unusedMost: Generated<number>
    budgetCents: number | null
    minimumCents: Generated<number>
    validDays: Generated<number>
    startTime: Instant
    endTime: Instant
    members: Generated<string>
    tags: Generated<Json>
    stations: Generated<Json>
    products: Generated<Json>
    items: Generated<Json>
    deviceTypes: Generated<Json>
    payTypes: Generated<Json>
    weekdays: Generated<Json>
    hours: Generated<Json>
    hidden: Generated<boolean>
    manualReceive: Generated<boolean>
    promotionAllowed: Generated<boolean>
    autoIssue: Generated<boolean>
    stackable: Generated<boolean>
    joinsReduced: Generated<boolean>
    pictureId: number | null
    terms: Generated<number>
    disabled: Generated<boolean>
    claimCount: Generated<number>
    usedCount: Generated<number>
    promotedCount: Generated<number>
    discountCents: Generated<number>
    committedCents: Generated<number>
    pieceCents: number | null
    worstCents: Computed<number | null>
    createdDate: Generated<Instant>
  }
  dealDay: {
    companyId: number
    dealId: number
    day: string
    issued: Generated<number>
    used: Generated<number>
    discountCents: Generated<number>
  }
  dealDelta: {
    companyId: number
    id: Generated<number>
    dealId: number
    day: string
    issued: Generated<number>
    used: Generated<number>
    discountCents: Generated<number>
    committedCents: Generated<number>
  }
  dealTask: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    description: Generated<string>
    kind: string
    coupons: Generated<Json>
    giftCount: Generated<number>
    maxIssue: Generated<number>
    startTime: Instant
    endTime: Instant
    fromCents: number | null
    fromCl: number | null
    idleDays: number | null
    tagId: number | null
    centsPerL: number | null
    percent: number | null
    products: Generated<Json>
    stations: Generated<Json>
    weekdays: Generated<Json>
    hours: Generated<Json>
    smsNotice: Generated<boolean>
    officialNotice: Generated<boolean>
    disabled: Generated<boolean>
    givenCount: Generated<number>
    couponCount: Generated<number>
    refusedCount: Generated<number>
    completedDate: Instant | null
    stoppedBy: string | null
    lookedOn: string | null
    createdDate: Generated<Instant>
  }
  dealTaskGift: {
    companyId: number
    id: Generated<number>
    dealTaskId: number
    userId: number
    fact: string
    factId: number
    orderId: Computed<number | null>
    topUpId: Computed<number | null>
    couponCount: Generated<number>
    refusal: string | null
    createdDate: Instant
    takenBackDate: Instant | null
    takenBackCount: Generated<number>
    keptCount: Generated<number>
    notice: string | null
  }
  dealTaskPending: {
    companyId: number
    id: Generated<number>
    fact: string
    factId: number
  }
  dealTerms: {
    companyId: number
    id: Generated<number>
    dealId: number
    terms: number
    document: Json
    createdById: number | null
    createdDate: Instant
  }
  defaultTaxRate: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    kind: string
    productId: number | null
    rate: number
    classificationCode: string
    specification: Generated<string>
    unit: string
    beginDate: string
    createdDate: Generated<Instant>
  }
  delivery: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    tankId: number
    productId: number
    docNo: Generated<string>
    plate: Generated<string>
    supplier: Generated<string>
    deliveryVolumeCl: number | null
    weightKg: number | null
    density: number | null
    densityKind: Generated<string>
    temperature: number | null
    beginTime: Instant
    endTime: Instant | null
    beforeOilHeightMm: number | null
    beforeWaterHeightMm: number | null
    beforeVolumeCl: number
    beforeTemperature: number | null
    afterOilHeightMm: number | null
    afterWaterHeightMm: number | null
    afterVolumeCl: number | null
    afterTemperature: number | null
    incident: string | null
    reason: Generated<string>
    certificateId: number | null
    remark: Generated<string>
    classSettleId: number | null
    settledSoldCl: number | null
    settledReceivedCl: number | null
    createdDate: Generated<Instant>
    correctsId: number | null
    correctionReason: string | null
    correctedByUserId: number | null
    takesBackCl: number | null
    supersededAt: Instant | null
    fuelSupplierId: number | null
    signedCl: number | null
    signedRefCl: number | null
  }
  deliveryState: {
    id: number | null
    version: number | null
    companyId: number | null
    stationId: number | null
    tankId: number | null
    productId: number | null
    docNo: string | null
    plate: string | null
    supplier: string | null
    deliveryVolumeCl: number | null
    weightKg: number | null
    density: number | null
    densityKind: string | null
    temperature: number | null
    beginTime: Instant | null
    endTime: Instant | null
    beforeOilHeightMm: number | null
    beforeWaterHeightMm: number | null
    beforeVolumeCl: number | null
    beforeTemperature: number | null
    afterOilHeightMm: number | null
    afterWaterHeightMm: number | null
    afterVolumeCl: number | null
    afterTemperature: number | null
    incident: string | null
    reason: string | null
    certificateId: number | null
    remark: string | null
    classSettleId: number | null
    settledSoldCl: number | null
    settledReceivedCl: number | null
    createdDate: Instant | null
    correctsId: number | null
    correctionReason: string | null
    correctedByUserId: number | null
    takesBackCl: number | null
    supersededAt: Instant | null
    fuelSupplierId: number | null
    signedCl: number | null
    signedRefCl: number | null
    offloadedCl: number | null
    status: string | null
    soldCl: number | null
    correctedById: number | null
    totalCl: number | null
    profitLossCl: number | null
  }
  depot: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    province: Generated<string>
    city: Generated<string>
    area: Generated<string>
    divisionCode: string | null
    address: Generated<string>
    baseFuels: Json
    endedDate: Instant | null
    createdDate: Generated<Instant>
    divisionYear: number | null
  }
  depotClosing: {
    companyId: number
    month: string
    depotId: number
    baseFuelId: number
    weightKg: number
    amountCents: number
    netCents: number
  }
  depotMove: {
    companyId: number | null
    id: number | null
    depotId: number | null
    day: string | null
    baseFuelId: number | null
    otherDepotId: number | null
    createdDate: Instant | null
    isReversal: boolean | null
    weightKg: number | null
    type: string | null
    document: string | null
    transferId: number | null
    isTakenBack: boolean | null
  }
  depotStock: {
    companyId: number
    depotId: number
    baseFuelId: number
    weightKg: Generated<number>
  }
  depotTransfer: {
    companyId: number
    id: Generated<number>
    day: string
    depotId: number
    toDepotId: number
    baseFuelId: number
    weightKg: number
    remark: Generated<string>
    createdDate: Generated<Instant>
  }
  device: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    name: string
    type: string
    group: Generated<string>
    softwareVersion: Generated<string>
    enabled: Generated<boolean>
    lastSeen: Instant | null
    lastSync: Instant | null
    clockOffsetMs: number | null
    createdDate: Generated<Instant>
  }
  deviceCredential: {
    deviceId: number
    companyId: number
    secretHash: Buffer
    issuedAt: Instant
  }
  deviceGap: {
    id: Generated<number>
    companyId: number
    stationId: number
    deviceId: number
    fromSequence: number
    toSequence: number
    missing: Computed<number>
    createdDate: Instant
  }
  deviceIntake: {
    deviceId: number
    companyId: number
    lastSequence: Generated<number>
  }
  discount: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    centsPerL: number | null
    percent: number | null
    products: Generated<Json>
    stations: Generated<Json>
    hours: Generated<Json>
    validFrom: string | null
    validUntil: string | null
    remark: Generated<string>
    createdDate: Generated<Instant>
  }
  dispenser: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    number: number
    name: string
    pictureId: number | null
    protocol: Generated<string>
    state: string | null
    stateAt: Instant | null
    createdDate: Generated<Instant>
    stateSince: Instant | null
  }
  display: {
    id: Generated<number>
    company: number
    station: number | null
    name: string
    userAccount: number
    userCompany: number
    defaultRole: string
    codeHash: Buffer | null
    codeExpiresDate: Instant | null
    tokenHash: Buffer | null
    cookieHash: Buffer | null
    client: Generated<string>
    source: Generated<string>
    createdDate: Instant
    pairedDate: Instant | null
    seenDate: Instant | null
    expiresDate: Instant
  }
  dryRun: {
    companyId: number
    id: Generated<number>
    tried: string
    name: string
    dealId: number | null
    dealTaskId: number | null
    discountId: number | null
    offer: Json
    stations: Generated<Json>
    fromDay: string
    untilDay: string
    holders: string
    status: Generated<string>
    progress: Generated<number>
    orderCount: number | null
    costCents: number | null
    result: Json | null
    rivals: Generated<Json>
    userId: number | null
    createdDate: Instant
    finishedDate: Instant | null
  }
  dryRunDay: {
    companyId: number
    id: Generated<number>
    dryRunId: number
    day: string
    orderIds: number[]
    buckets: number[]
    lastLevels: number[]
    givesCents: number[]
    costCents: number[]
    rivals: number[]
    rivalCents: number[]
  }
  employeeImport: {
    companyId: number
    id: Generated<number>
    groupId: number
    attachmentId: number | null
    fileName: string
    status: string
    total: Generated<number>
    added: Generated<number>
    changed: Generated<number>
    known: Generated<number>
    wrong: Generated<number>
    userId: number
    userCompany: number
    createdDate: Instant
    finishedDate: Instant | null
  }
  employeeImportProblem: {
    companyId: number
    id: Generated<number>
    employeeImportId: number
    line: number
    reason: string
    value: Generated<string>
  }
  export: {
    id: Generated<number>
    companyId: number
    userId: number
    userCompany: number
    role: string
    chosenCompany: number | null
    stationId: number | null
    name: string
    type: string
    format: string
    search: Generated<string>
    sort: Generated<string>
    columns: Json
    zone: string
    status: Generated<string>
    run: Generated<string>
    rows: Generated<number>
    rowsTotal: number | null
    reason: string | null
    reach: Json | null
    fileId: number | null
    size: number | null
    createdDate: Instant
    startedDate: Instant | null
    finishedDate: Instant | null
    expiresDate: Instant | null
    language: Generated<string>
  }
  fillAlert: {
    companyId: number
    id: Generated<number>
    rule: string
    status: Generated<string>
    groupId: number
    orderId: number
    soldAt: Instant
    stationName: string
    plate: string | null
    plateTold: boolean
    carId: number | null
    userCardId: number
    cardNumber: string
    driver: string
    volumeCl: number
    odometerKm: number | null
    reckoning: Json
    fill: Json
    other: Json | null
    judged: Json
    answer: Generated<string>
    answeredById: number | null
    answeredDate: Instant | null
    cardStopped: Generated<boolean>
    createdDate: Instant
  }
  fillLook: {
    companyId: number
    id: Generated<number>
    groupId: number
    alertId: number
    userId: number
    userName: string
    lookedDate: Instant
  }
  fillPending: {
    companyId: number
    id: Generated<number>
    orderId: number
  }
  fillRules: {
    companyId: number
    groupId: number
    version: Generated<number>
    tank: string
    travel: string
    consumption: string
    odometer: string
    fuel: string
    plate: string
    smallFills: string
    hours: string
    purpose: string
    keptDays: number
    leaderSees: boolean
    changedDate: Instant
    judging: Computed<boolean>
  }
  fillSubject: {
    companyId: number
    kind: string
    subjectId: number
    recent: Generated<Json>
    lastDate: Instant
  }
  fillTally: {
    companyId: number
    groupId: number
    day: string
    rule: string
    verdict: string
    lack: string
    count: number
  }
  fleet: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    name: string
    userId: number | null
    valueMode: Generated<string>
    invoiceType: Generated<string>
    endTime: Instant | null
    remark: Generated<string>
    createdDate: Generated<Instant>
    discountId: number | null
    stoppedAt: Instant | null
    miniProgramOff: Generated<boolean>
    earnsPoints: Generated<boolean>
    pointsSince: Instant | null
    levelUpgrade: Generated<boolean>
    levelSince: Instant | null
    employeeCards: Generated<boolean>
  }
  fleetAgreement: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    groupId: number
    number: string
    fromDate: string
    untilDate: string | null
    discountId: number | null
    fileId: number | null
    autoIssue: Generated<boolean>
    remark: Generated<string>
    createdDate: Generated<Instant>
  }
  fleetAgreementClause: {
    companyId: number
    id: Generated<number>
    agreementId: number
    turn: number
    name: string
    kind: string
    amountCents: number | null
    percent: number | null
  }
  fleetAgreementState: {
    id: number | null
    version: number | null
    companyId: number | null
    groupId: number | null
    number: string | null
    fromDate: string | null
    untilDate: string | null
    discountId: number | null
    fileId: number | null
    autoIssue: boolean | null
    remark: string | null
    createdDate: Instant | null
    clauses: Json | null
    billedUntil: string | null
  }
  fleetBill: {
    companyId: number
    id: Generated<number>
    groupId: number
    fleetName: string
    month: string
    fromTime: Instant
    toTime: Instant
    status: Generated<string>
    fills: Generated<number>
    lateLines: Generated<number>
    volumeCl: Generated<number>
    listCents: Generated<number>
    netCents: Generated<number>
    realisedCents: Computed<number>
    promisedCents: Generated<number>
    feeCents: Generated<number>
    openingCents: Generated<number>
    inCents: Generated<number>
    outCents: Generated<number>
    closingCents: Generated<number>
    flows: Generated<Json>
    preparedDate: Instant
    issuedDate: Instant | null
    issuedById: number | null
    issuedBefore: number | null
  }
  fleetBillCard: {
    companyId: number
    id: Generated<number>
    billId: number
    groupId: number
    userCardId: number
    cardNumber: string
    driver: string
    openingCents: number
    inCents: number
    outCents: number
    closingCents: number
  }
  fleetBillFee: {
    companyId: number
    id: Generated<number>
    billId: number
    clauseId: number | null
    agreement: string
    name: string
    kind: string
    basis: number
    rateCents: number | null
    percent: number | null
    amountCents: number
    ledgerEntryId: number | null
  }
  fleetBillLine: {
    companyId: number
    id: Generated<number>
    billId: number
    groupId: number
    userCardDetailId: number
    turn: number
    kind: string
    late: boolean
    soldAt: Instant
    soldOn: string
    stationName: string
    plate: string | null
    driver: string
    cardNumber: string
    userCardId: number
    orderId: number | null
    odometerKm: number | null
    product: string
    volumeCl: number
    pieces: number
    listPriceCents: number | null
    listCents: number
    rule: string
    ruleName: string
    netCents: number
    realisedCents: Computed<number>
    promisedCents: number
  }
  fleetBillMovement: {
    companyId: number
    userCardDetailId: number
    billId: number
  }
  fleetEmployee: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    groupId: number
    userId: number
    name: string
    department: Generated<string>
    email: string | null
    leftDate: Instant | null
    createdDate: Generated<Instant>
    idNumberGiven: Generated<boolean>
  }
  fleetEmployeeState: {
    id: number | null
    version: number | null
    companyId: number | null
    groupId: number | null
    userId: number | null
    name: string | null
    department: string | null
    email: string | null
    leftDate: Instant | null
    createdDate: Instant | null
    mobile: string | null
    plates: string | null
    cardCount: number | null
    idNumberMask: string | null
  }
  fleetState: {
    id: number | null
    version: number | null
    companyId: number | null
    name: string | null
    userId: number | null
    valueMode: string | null
    invoiceType: string | null
    discountId: number | null
    endTime: Instant | null
    miniProgramOff: boolean | null
    stoppedAt: Instant | null
    remark: string | null
    createdDate: Instant | null
    leaderName: string | null
    leaderMobile: string | null
    masterId: number | null
    cardId: number | null
    status: string | null
    balanceCents: number | null
    subCount: number | null
    employeeCount: number | null
    attachments: Json | null
    earnsPoints: boolean | null
    levelUpgrade: boolean | null
    employeeCards: boolean | null
  }
  foundDelivery: {
    companyId: number
    id: Generated<number>
    stationId: number
    tankId: number
    productId: number
    kind: string
    state: Generated<string>
    beginTime: Instant
    endTime: Instant
    beforeAt: Instant | null
    afterAt: Instant | null
    beforeVolumeCl: number | null
    afterVolumeCl: number | null
    soldEstimateCl: number | null
    levelUncertaintyCl: number | null
    uncertaintyCl: number | null
    oilInfoId: number | null
    byHand: Generated<boolean>
    reason: Generated<string>
    decidedById: number | null
    decidedDate: Instant | null
    createdDate: Instant
    pastDeliveryId: number | null
  }
  foundDeliveryState: {
    companyId: number | null
    id: number | null
    stationId: number | null
    tankId: number | null
    productId: number | null
    kind: string | null
    state: string | null
    beginTime: Instant | null
    endTime: Instant | null
    beforeAt: Instant | null
    afterAt: Instant | null
    beforeVolumeCl: number | null
    afterVolumeCl: number | null
    soldEstimateCl: number | null
    levelUncertaintyCl: number | null
    totalUncertaintyCl: number | null
    oilInfoId: number | null
    pastDeliveryId: number | null
    byHand: boolean | null
    reason: string | null
    decidedById: number | null
    decidedDate: Instant | null
    createdDate: Instant | null
    soldKnown: boolean | null
    riseCl: number | null
    soldCl: number | null
    uncertaintyCl: number | null
    litresCl: number | null
  }
  fuelCode: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    code: string
    type: string
    description: Generated<string>
    createdDate: Generated<Instant>
    stationId: number
  }
  fuelInventory: {
    id: number | null
    companyId: number | null
    period: string | null
    by: string | null
    stationId: number | null
    tankId: number | null
    number: number | null
    manifold: string | null
    productId: number | null
    businessDay: string | null
    shiftNumber: number | null
    classSettleId: number | null
    startTime: Instant | null
    endTime: Instant | null
    openingCl: number | null
    receivedCl: number | null
    transferredCl: number | null
    adjustedCl: number | null
    meteredCl: number | null
    bookCl: number | null
    measuredCl: number | null
    beginVarianceCl: number | null
    waterMm: number | null
    temperature: number | null
    receivedRefCl: number | null
    meteredRefCl: number | null
    measuredRefCl: number | null
    ownVarianceRefCl: number | null
    varianceCl: number | null
    ownVarianceCl: number | null
    variancePercent: number | null
  }
  fuelInventoryTank: {
    id: number | null
    companyId: number | null
    period: string | null
    stationId: number | null
    tankId: number | null
    number: number | null
    manifold: string | null
    productId: number | null
    businessDay: string | null
    shiftNumber: number | null
    classSettleId: number | null
    dailyStateId: number | null
    startTime: Instant | null
    endTime: Instant | null
    openingCl: number | null
    receivedCl: number | null
    transferredCl: number | null
    adjustedCl: number | null
    meteredCl: number | null
    bookCl: number | null
    measuredCl: number | null
    beginVarianceCl: number | null
    waterMm: number | null
    temperature: number | null
    receivedRefCl: number | null
    meteredRefCl: number | null
    measuredRefCl: number | null
    ownVarianceRefCl: number | null
  }
  fuelPurchase: {
    companyId: number | null
    id: number | null
    month: string | null
    stationId: number | null
    productId: number | null
    loads: number | null
    loadedCl: number | null
    signedCl: number | null
    amountCents: number | null
    netCents: number | null
    freightAmountCents: number | null
    pricePerLitre: number | null
  }
  gaugeScan: {
    companyId: number
    tankId: number
    since: Instant
  }
  giftLot: {
    companyId: number
    id: Generated<number>
    userCardId: number
    entryId: number
    packageId: number | null
    cents: number
    leftCents: number
    products: Generated<number[]>
    endsAt: Instant | null
    createdDate: Instant
  }
  giftLotUse: {
    companyId: number
    id: Generated<number>
    lotId: number
    entryId: number
    cents: number
    returnedCents: Generated<number>
  }
  goodsCost: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    goodsDocumentId: number
    line: number
    stationId: number
    itemId: number
    day: string
    pieces: number
    priceCents: number | null
    amountCents: number
    enteredById: number | null
    createdDate: Instant
  }
  goodsDocument: {
    companyId: number
    id: Generated<number>
    kind: string
    status: Generated<string>
    stationId: number
    toStationId: number | null
    supplierId: number | null
    documentNo: Generated<string>
    day: string
    reason: string | null
    remark: Generated<string>
    lines: Generated<number>
    pieces: Generated<number>
    createdById: number | null
    createdDate: Instant
    endedById: number | null
    endedDate: Instant | null
  }
  goodsDocumentLine: {
    companyId: number
    id: Generated<number>
    goodsDocumentId: number
    line: number
    stationId: number
    itemId: number
    toItemId: number | null
    pieces: number
    bookPieces: number | null
    countedPieces: number | null
    scannedDate: Instant | null
  }
  goodsMove: {
    id: number | null
    companyId: number | null
    stationId: number | null
    itemId: number | null
    kind: string | null
    pieces: number | null
    goodsDocumentId: number | null
    orderId: number | null
    userId: number | null
    createdDate: Instant | null
  }
  goodsValue: {
    id: number | null
    companyId: number | null
    stationId: number | null
    itemId: number | null
    pieces: number | null
    averageCents: number | null
    valueCents: number | null
    lastReceiptDay: string | null
  }
  growthEntry: {
    companyId: number
    id: Generated<number>
    userCardId: number
    orderId: number
    growth: number
    createdDate: Instant
  }
  growthRule: {
    companyId: number
    cardId: number
    growthPerYuan: number
    span: string
  }
  historyColumn: {
    companyId: number
    part: string
    field: string
    title: string
  }
  historyImport: {
    id: Generated<number>
    companyId: number
    userId: number
    source: string
    mapping: Json
    files: Json
    status: string
    step: string | null
    done: Generated<number>
    total: number | null
    found: Json | null
    brought: Json | null
    problems: Generated<number>
    examples: Generated<Json>
    errorFileId: number | null
    createdDate: Instant
    finishedDate: Instant | null
    run: Generated<string>
    userCompany: number
  }
  historyProblem: {
    companyId: number
    importId: number
    part: number
    line: number | null
    turn: number
    file: string
    column: string | null
    reason: string
    value: string | null
    expected: string | null
  }
  historyRecord: {
    companyId: number
    source: string
    kind: string
    externalId: string
    recordId: number
    content: Generated<string>
  }
  historyRow: {
    companyId: number
    importId: number
    part: string
    line: number
    externalId: string
    company: Generated<string>
    said: Json
  }
  historySale: {
    companyId: number
    importId: number
    line: number
    externalId: string
    basket: string
    at: number
    customer: string
    card: string
    station: string
    product: string
    quantityHundredths: number
    totalCents: number
  }
  idempotencyKey: {
    companyId: number
    actor: string
    key: string
    requestHash: Buffer
    answer: Json | null
    at: Instant
  }
  incomingTransport: {
    companyId: number | null
    id: number | null
    version: number | null
    stationId: number | null
    billNo: string | null
    status: string | null
    deliveryTime: Instant | null
    offloadTime: Instant | null
    depotId: number | null
    baseFuelId: number | null
    productId: number | null
    carrierId: number | null
    supplierId: number | null
    truckId: number | null
    plate: string | null
    compartments: Json | null
    density: number | null
    loadedKg: number | null
    loadedCl: number | null
    signedKg: number | null
    signedCl: number | null
    lossKg: number | null
    lossCl: number | null
    allowedKg: number | null
    claimedKg: number | null
    signReason: string | null
    signedDate: Instant | null
    signedById: number | null
    createdDate: Instant | null
  }
  invitation: {
    codeHash: Buffer
    userAccount: number
    company: number
    expiresDate: Instant
  }
  item: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    productId: number | null
    categoryId: number
    name: string
    code: string
    barcode: Generated<string>
    priceCents: number | null
    priceType: Generated<string>
    taxRate: number
    hidden: Generated<boolean>
    createdDate: Generated<Instant>
    description: Generated<string>
    weight: Generated<number>
    startTime: Instant | null
    endTime: Instant | null
    lowStock: number | null
    barcodeDoubled: Generated<boolean>
    giftPoints: number | null
    giftCents: number | null
    giftPercent: number | null
    frozenCents: number | null
    frozenPercent: number | null
    giftCardId: number | null
    giftCoupons: Generated<Json>
    tagId: number | null
  }
  itemImport: {
    companyId: number
    id: Generated<number>
    stationId: number
    attachmentId: number | null
    fileName: string
    status: string
    mode: string
    mapping: Json
    total: Generated<number>
    added: Generated<number>
    changed: Generated<number>
    unchanged: Generated<number>
    refused: Generated<number>
    doneLine: Generated<number>
    userId: number
    createdDate: Instant
    finishedDate: Instant | null
  }
  itemImportMapping: {
    companyId: number
    titles: string
    mapping: Json
  }
  itemImportRow: {
    companyId: number
    id: Generated<number>
    itemImportId: number
    stationId: number
    line: number
    code: string
    name: string
    barcode: string
    category: string
    description: string
    priceCents: number | null
    taxRate: number | null
    inventory: number | null
    weight: number | null
    lowStock: number | null
    outcome: string
    field: string | null
    reason: string | null
    value: string
    giftPoints: number | null
    giftCents: number | null
    giftPercent: number | null
    frozenCents: number | null
    frozenPercent: number | null
    giftCard: Generated<string>
    giftCoupons: Generated<string>
  }
  itemReturn: {
    companyId: number
    id: Generated<number>
    stationId: number
    orderId: number
    orderLineId: number
    itemId: number
    refundId: number | null
    pieces: number
    createdDate: Instant
  }
  itemStock: {
    companyId: number
    itemId: number
    stationId: number
    counted: Generated<boolean>
    opening: Generated<number>
    pieces: Generated<number>
  }
  job: {
    id: Generated<number>
    companyId: number
    task: string
    key: string | null
    payload: Json
    state: Generated<string>
    runDate: Instant
    attempts: Generated<number>
    lastError: Generated<string>
    createdBy: string
    createdDate: Instant
    startedDate: Instant | null
    finishedDate: Instant | null
  }
  lease: {
    name: string
    holder: string
    expiresDate: Instant
  }
  ledgerAccount: {
    id: Generated<number>
    companyId: number
    kind: string
    ownerId: number
    payType: Generated<string>
    address: Computed<string>
    isPurse: Computed<boolean>
    balanceCents: Generated<number>
    movedAt: Generated<Instant>
  }
  ledgerBalance: {
    id: number | null
    companyId: number | null
    kind: string | null
    ownerId: number | null
    payType: string | null
    address: string | null
    isPurse: boolean | null
    balanceCents: number | null
  }
  ledgerDated: {
    entryId: number
    companyId: number
    at: Instant
  }
  ledgerDelta: {
    id: Generated<number>
    companyId: number
    accountId: number
    amountCents: number
  }
  ledgerEntry: {
    id: Generated<number>
    companyId: number
    n: Generated<number>
    kind: string
    ref: string
    at: Instant
    actor: string
    reverses: number | null
  }
  ledgerMove: {
    entryId: number
    line: number
    companyId: number
    sourceId: number
    targetId: number
    amountCents: number
  }
  levelJudged: {
    companyId: number
    userCardId: number
    month: string
  }
  listedFill: {
    companyId: number
    orderId: number
    stationId: number
    userCardId: number
    number: string
    reason: string
    listedAt: Instant
    at: Instant
  }
  loginAttempt: {
    key: Buffer
    tries: number
    lockedUntil: Instant | null
    at: Instant
  }
  loginCode: {
    codeHash: Buffer
    userAccount: number
    company: number
    defaultRole: string
    client: string
    expiresDate: Instant
    usedDate: Instant | null
  }
  lowBalance: {
    companyId: number
    userCardId: number
    version: Generated<number>
    levelCents: number | null
    language: string
    lowSince: Instant | null
    falls: Generated<number>
  }
  lowBalanceNotice: {
    companyId: number
    id: Generated<number>
    userCardId: number
    fall: number
    levelCents: number
    balanceCents: number
    lowSince: Instant
    outcome: string | null
    decidedDate: Instant | null
    messageId: number | null
  }
  masterKey: {
    id: string
    proof: Buffer
  }
  memberBought: {
    companyId: number
    id: Generated<number>
    userId: number
    stationId: number
    productId: number | null
    lastDay: string
  }
  memberCount: {
    companyId: number
    id: Generated<number>
    month: string
    count: number
  }
  memberFarewell: {
    companyId: number
    id: Generated<number>
    userId: number
    sealed: Buffer | null
    sealKey: string | null
    keepUntil: string
    cards: number
    reason: string
    createdBy: string
    createdDate: Instant
  }
  memberFigure: {
    companyId: number
    userId: number
    spent30Cents: number
    spent90Cents: number
    spent365Cents: number
    bought30Cl: number
    bought90Cl: number
    bought365Cl: number
    fills30: number
    fills90: number
    fills365: number
    keptBalanceCents: number
    levelId: number | null
    changesOn: string | null
  }
  memberImport: {
    companyId: number
    id: Generated<number>
    attachmentId: number | null
    fileName: string
    status: string
    cardId: number | null
    total: Generated<number>
    added: Generated<number>
    changed: Generated<number>
    unchanged: Generated<number>
    refused: Generated<number>
    members: Generated<number>
    cards: Generated<number>
    balanceCents: Generated<number>
    doneLine: Generated<number>
    ignored: Generated<string>
    userId: number
    userCompany: number
    createdDate: Instant
    finishedDate: Instant | null
  }
  memberImportRow: {
    companyId: number
    id: Generated<number>
    memberImportId: number
    line: number
    name: string
    mobile: string
    email: string
    remark: string
    cardNumber: string
    product: string
    fleet: string
    balanceCents: number | null
    invoiceTitle: string
    taxId: string
    idNumberSealed: Buffer | null
    idNumberKeyId: string | null
    idNumberIndex: Buffer | null
    idNumberMask: string | null
    outcome: string
    field: string | null
    reason: string | null
    value: string
    birthMonth: number | null
  }
  memberLastDay: {
    companyId: number
    day: string
    count: number
  }
  memberLastPurchase: {
    companyId: number
    userId: number
    day: string
  }
  memberLevel: {
    companyId: number
    id: Generated<number>
    cardId: number
    name: string
    fromGrowth: number
    keepGrowth: number
    times: number
    discountId: number | null
  }
  memberMerge: {
    companyId: number
    id: Generated<number>
    userId: number
    intoId: number
    intoMobile: string | null
    fromMobile: string | null
    otherMobile: string | null
    cards: number
    reason: string
    createdBy: string
    createdDate: Instant
  }
  memberProfile: {
    companyId: number
    id: Generated<number>
    userId: number
    contactPhone: Generated<string>
    invoiceTitle: Generated<string>
    taxId: Generated<string>
    idNumberSealed: Buffer | null
    idNumberKeyId: string | null
    idNumberIndex: Buffer | null
    idNumberMask: string | null
    birthMonth: number | null
  }
  memberPurchase: {
    companyId: number
    id: Generated<number>
    members: number[]
    days: string[]
  }
  memberRuled: {
    companyId: number | null
    id: number | null
    version: number | null
    name: string | null
    initials: string | null
    mobile: string | null
    email: string | null
    avatarId: number | null
    remark: string | null
    disabled: boolean | null
    createdDate: Instant | null
    contactPhone: string | null
    invoiceTitle: string | null
    taxId: string | null
    birthMonth: number | null
    lastPurchaseDay: string | null
    spent30Cents: number | null
    spent90Cents: number | null
    spent365Cents: number | null
    bought30Cl: number | null
    bought90Cl: number | null
    bought365Cl: number | null
    fills30: number | null
    fills90: number | null
    fills365: number | null
    keptBalanceCents: number | null
    levelId: number | null
  }
  memberState: {
    id: number | null
    version: number | null
    companyId: number | null
    name: string | null
    initials: string | null
    mobile: string | null
    email: string | null
    avatarId: number | null
    remark: string | null
    disabled: boolean | null
    createdDate: Instant | null
    contactPhone: string | null
    invoiceTitle: string | null
    taxId: string | null
    idNumberMask: string | null
    status: string | null
    balanceCents: number | null
    frozenCents: number | null
    cardCount: number | null
    plates: string | null
    wechatBound: boolean | null
    lastPurchaseDay: string | null
    birthMonth: number | null
    spent30Cents: number | null
    spent90Cents: number | null
    spent365Cents: number | null
    bought30Cl: number | null
    bought90Cl: number | null
    bought365Cl: number | null
    fills30: number | null
    fills90: number | null
    fills365: number | null
    keptBalanceCents: number | null
    levelId: number | null
  }
  memberTopFifth: {
    companyId: number
    month: string
    members: number
    topMembers: number
    topCents: number
    countedDate: Instant
  }
  memberWechat: {
    companyId: number
    id: Generated<number>
    userId: number
    appId: string
    openIdHash: Buffer
    deviceId: number
    boundDate: Instant
  }
  memberWechatCode: {
    companyId: number
    id: Generated<number>
    userId: number
    deviceId: number
    codeHash: string
    tries: Generated<number>
    expiresDate: Instant
  }
  merchantAccount: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    description: string
    channel: string
    type: number
    appId: Generated<string>
    merchantNo: Generated<string>
    terminalNo: Generated<string>
    terminalType: Generated<string>
    orderPrefix: Generated<string>
    billType: Generated<number>
    priority: Generated<number>
    ratio: Generated<number>
    disabled: Generated<boolean>
    secrets: Generated<Json>
    createdDate: Generated<Instant>
  }
  merchantSecret: {
    companyId: number
    merchantAccountId: number
    kind: string
    sealed: Buffer
    keyId: string
    setBy: string
  }
  meterEvent: {
    companyId: number
    id: Generated<number>
    stationId: number
    nozzleControlId: number
    kind: string
    happenedAt: Instant
    beforeCl: number | null
    afterCl: number | null
    volumeCl: number | null
    movedCl: Computed<number | null>
    document: Generated<string>
    reason: string
    enteredById: number | null
    createdDate: Instant
    struckAt: Instant | null
    struckById: number | null
    strikeReason: string | null
  }
  miniProgram: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    type: string
    appId: string
    linkPrefix: Generated<string>
    disabled: Generated<boolean>
    secretDate: Instant | null
    createdDate: Generated<Instant>
  }
  miniProgramSecret: {
    companyId: number
    miniProgramId: number
    sealed: Buffer
    keyId: string
    setBy: string
  }
  monthReport: {
    id: number | null
    companyId: number | null
    stationId: number | null
    stationName: string | null
    month: string | null
    days: number | null
    shifts: number | null
    orders: number | null
    salesCents: number | null
    discountCents: number | null
    volumeCl: number | null
    pieces: number | null
    paidCents: number | null
    refundedCents: number | null
    topUpCents: number | null
    unpaidCents: number | null
    expectedCents: number | null
    countedCents: number | null
    differenceCents: number | null
    createdDate: Instant | null
  }
  monthSettle: {
    companyId: number
    id: Generated<number>
    month: string
    openingCents: number
    purchasedCents: number
    freightCents: number
    claimedCents: number
    soldCents: number
    lostCents: number
    adjustedCents: number
    closingCents: number
    salesNetCents: number
    fingerprint: string
    confirmedById: number | null
    createdDate: Instant
  }
  monthSettleLine: {
    companyId: number
    id: Generated<number>
    monthSettleId: number
    place: string
    depotId: number | null
    stationId: number | null
    baseFuelId: number | null
    productId: number | null
    placeName: string
    fuelName: string
    opening: number
    purchased: number
    received: number
    transferredIn: number
    adjusted: number
    transferredOut: number
    issued: number
    sold: number
    lost: number
    closing: number
    openingCents: number
    purchasedCents: number
    receivedCents: number
    transferredInCents: number
    adjustedCents: number
    transferredOutCents: number
    issuedCents: number
    soldCents: number
    lostCents: number
    closingCents: number
    measured: boolean | null
    salesNetCents: number | null
  }
  monthSettleLoad: {
    companyId: number
    monthSettleId: number
    transportId: number
    weightKg: number
    valueCents: number
    carriedOver: boolean
  }
  noticeConsent: {
    companyId: number
    userId: number
    agreed: boolean
    saidBy: string
    changedById: number | null
    changedDate: Instant
    code: string
  }
  nozzleControl: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    logicNo: number
    physicalNo: number
    dispenserId: number
    tankId: number
    itemId: number | null
    state: string | null
    stateAt: Instant | null
    createdDate: Generated<Instant>
    stateSince: Instant | null
    blockedAt: Instant | null
    blockedDeliveryId: number | null
  }
  nozzleEarlierTank: {
    companyId: number
    nozzleControlId: number
    tankId: number
    untilAt: Instant
  }
  nozzleRelease: {
    companyId: number
    id: Generated<number>
    stationId: number
    nozzleControlId: number
    releaseCauseId: number | null
    note: string
    createdDate: Instant
  }
  orderCounter: {
    stationId: number
    companyId: number
    orders: Generated<number>
    receivedDate: Instant
    steppedFrom: Instant | null
  }
  orderDiscount: {
    id: Generated<number>
    companyId: number
    stationId: number
    orderId: number
    itemId: number
    kind: string
    name: Generated<string>
    sourceId: number | null
    amountCents: number
    createdDate: Instant
    sourceVersion: number | null
  }
  orderLine: {
    id: Generated<number>
    companyId: number
    stationId: number
    orderId: number
    itemId: number
    categoryType: string
    volumeCl: Generated<number>
    pieces: Generated<number>
    quantity: Computed<number>
    priceCents: number | null
    priceDerived: Generated<boolean>
    listPriceCents: number | null
    amountCents: number
    discountCents: Generated<number>
    totaliserEndCl: number | null
    createdDate: Instant
    discounts: Json | null
    tookStock: Generated<boolean>
    offSale: string | null
    withheld: Json | null
  }
  outboxEvent: {
    id: Generated<number>
    companyId: number
    stationId: number | null
    topic: string
    payload: Json
    at: Instant
    tx: Generated<string>
  }
  outboxMessage: {
    id: Generated<number>
    companyId: number
    channel: string
    template: string
    language: string
    userId: number | null
    address: string
    recipient: string
    subject: string
    text: string
    link: Buffer | null
    linkKey: string | null
    state: Generated<string>
    attempts: Generated<number>
    lastError: Generated<string>
    createdBy: string
    createdDate: Instant
    sentDate: Instant | null
    expiresDate: Instant | null
  }
  pastDelivery: {
    companyId: number
    id: Generated<number>
    stationId: number
    productId: number
    tankId: number | null
    at: Instant
    volumeCl: number
    said: string
    docNo: Generated<string>
    supplier: Generated<string>
    plate: Generated<string>
    source: string
    externalId: string
    placed: string | null
    placedById: number | null
    placedDate: Instant | null
    bookedAt: Instant | null
    dailyStateId: number | null
    belongsStateId: number | null
    belongsDay: string | null
    createdDate: Instant
  }
  payTemplate: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    description: Generated<string>
    accounts: Generated<Json>
    payTypes: Generated<Json>
    createdDate: Generated<Instant>
  }
  payTemplateAccount: {
    companyId: number
    payTemplateId: number
    authTokenId: number
  }
  payTransaction: {
    id: Generated<number>
    companyId: number
    stationId: number
    orderId: number
    shiftId: number | null
    serial: string
    payType: string
    amountCents: number
    refundedCents: Generated<number>
    status: string
    userCardId: number | null
    userId: number | null
    deviceId: number | null
    externalSerialNo: string | null
    createdDate: Instant
    refundStatus: Computed<string>
    clockFaultId: number | null
    clockSuspect: Generated<boolean>
    points: number | null
    reason: string | null
  }
  pinProof: {
    codeHash: Buffer
    companyId: number
    userAccount: number
    action: string
    subject: string
    amountCents: number | null
    expiresDate: Instant
    userCompany: number
  }
  pointsDetail: {
    companyId: number
    id: Generated<number>
    userCardId: number
    userId: number | null
    type: string
    points: number
    pointsAfter: number
    orderId: number | null
    operatorId: number | null
    ledgerEntryId: number
    remark: Generated<string>
    createdDate: Instant
    topUpId: number | null
    revokesId: number | null
  }
  pointsEarning: {
    companyId: number
    orderId: number
    userCardId: number | null
    levelCardId: number | null
    fullPoints: number
    fullGrowth: number
    backPoints: Generated<number>
    backGrowth: Generated<number>
    endsOn: string | null
  }
  pointsLot: {
    companyId: number
    id: Generated<number>
    userCardId: number
    endsOn: string | null
    amount: number
    pointsLeft: number
  }
  pointsPayment: {
    companyId: number
    id: Generated<number>
    serial: string
    orderId: number
    userCardId: number
    points: number
    pointCents: number
    lots: Json
    spentId: number
    backPoints: Generated<number>
    createdDate: Instant
  }
  pointsPending: {
    companyId: number
    id: Generated<number>
    orderId: number
  }
  pointsRule: {
    companyId: number
    cardId: number
    per: string
    points: number
    months: number | null
    products: Generated<Json>
    payCents: number | null
    payPercent: Generated<number>
  }
  priceChange: {
    companyId: number
    id: Generated<number>
    strategy: string
    byLocalTime: Generated<boolean>
    createdById: number | null
    createdDate: Instant
  }
  priceChangeLine: {
    companyId: number
    id: Generated<number>
    changeId: number
    stationId: number
    productId: number
    priceCents: number
    beforeCents: number | null
    fromAt: Instant
    coming: Generated<boolean>
  }
  priceChangeNozzle: {
    companyId: number
    id: Generated<number>
    changeId: number
    stationId: number
    nozzleControlId: number
    productId: number
    priceCents: number
    fromAt: Instant
    state: Generated<string>
    sentDate: Instant
    seenCents: number | null
    seenDate: Instant | null
    orderId: number | null
  }
  priceChangeStation: {
    companyId: number
    id: Generated<number>
    changeId: number
    stationId: number
    fromAt: Instant
    status: Generated<string>
    firedDate: Instant | null
  }
  printer: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    name: string
    protocol: Generated<string>
    address: Generated<string>
    createdDate: Generated<Instant>
  }
  product: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    code: string
    name: string
    classification: string
    taxRate: number
    description: Generated<string>
    color: string | null
    createdDate: Generated<Instant>
    baseFuelId: number | null
    baseColor: string | null
  }
  productPrice: {
    id: Generated<number>
    companyId: number
    stationId: number
    productId: number
    priceCents: number
    fromAt: Instant
    setById: number | null
    createdDate: Generated<Instant>
    correctsId: number | null
  }
  purchaseContract: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    day: string
    number: string
    depotId: number
    baseFuelId: number
    supplierId: number
    density: number
    priceCentsPerT: number
    taxRate: number
    weightKg: number
    description: Generated<string>
    amountCents: Computed<number>
    netCents: Computed<number>
    createdDate: Generated<Instant>
  }
  purchaseCorrection: {
    companyId: number
    id: Generated<number>
    contractId: number
    day: string
    weightKg: number
    amountCents: number
    netCents: number
    reason: string
    enteredById: number | null
    createdDate: Instant
  }
  qrKey: {
    companyId: number
    sealed: Buffer
    keyId: string
    createdDate: Instant
  }
  quarantinedFile: {
    id: Generated<number>
    companyId: number
    type: string
    name: string
    contentType: string
    size: number
    sha256: Buffer
    createdBy: string
    createdDate: Instant
  }
  redemption: {
    companyId: number
    id: Generated<number>
    rewardId: number
    rewardName: string
    userCardId: number
    userId: number | null
    pieces: number
    points: number
    lots: Json
    spentId: number
    backId: number | null
    couponCount: Generated<number>
    stationId: number | null
    redeemedById: number | null
    createdDate: Instant
    receivedDate: Instant | null
    receivedById: number | null
    cancelledDate: Instant | null
    cancelledById: number | null
    cancelReason: Generated<string>
    remark: Generated<string>
    status: Computed<string>
  }
  refund: {
    id: Generated<number>
    companyId: number
    stationId: number
    orderId: number
    transactionId: number
    shiftId: number
    serial: string
    mode: string
    amountCents: number
    paidOutCents: number
    payType: string
    userCardId: number | null
    reason: string
    remark: Generated<string>
    revoked: Generated<boolean>
    userId: number | null
    createdDate: Instant
    clockFaultId: number | null
    clockSuspect: Generated<boolean>
    points: number | null
  }
  relayPosition: {
    name: string
    snapshot: string
    savedDate: Instant
  }
  releaseCause: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    nameZh: string
    nameEn: string
    position: number
    inUse: Generated<boolean>
    wantsNote: Generated<boolean>
    createdDate: Generated<Instant>
  }
  releaseCauseState: {
    id: number | null
    version: number | null
    companyId: number | null
    nameZh: string | null
    nameEn: string | null
    position: number | null
    inUse: boolean | null
    wantsNote: boolean | null
    createdDate: Instant | null
    releaseCount: number | null
  }
  renewal: {
    id: Generated<number>
    companyId: number
    stationId: number
    beforeTime: Instant | null
    endTime: Instant | null
    expireTime: Instant | null
    remark: Generated<string>
    createdById: number | null
    createdDate: Instant
  }
  reward: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    categoryId: number
    name: string
    description: Generated<string>
    code: Generated<string>
    barcode: Generated<string>
    points: number
    taxRate: number
    weight: Generated<number>
    hidden: Generated<boolean>
    coupons: Generated<Json>
    pictureId: number | null
    stock: Generated<number>
    supplied: number | null
    redeemed: Generated<number>
    createdDate: Generated<Instant>
  }
  rewardCategory: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    hidden: Generated<boolean>
    weight: Generated<number>
    createdDate: Generated<Instant>
  }
  roleAccess: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    defaultRole: string
    menus: Generated<Json>
    buttons: Generated<Json>
    interfaces: Generated<Json>
    tasks: Generated<Json>
  }
  saleCoupon: {
    companyId: number
    id: Generated<number>
    orderId: number
    lineId: number
    stationId: number
    itemId: number
    giftCardId: number | null
    dealId: number
    pieces: number
    perPiece: number
    perCount: number
    intervalDays: number
    count: Computed<number>
    outcome: Generated<string>
    given: Generated<number>
    back: Generated<number>
    userId: number | null
    createdDate: Instant
    givenDate: Instant | null
    forgone: Generated<number>
  }
  saleGift: {
    companyId: number
    id: number
    orderId: number
    stationId: number
    itemId: number
    giftCardId: number | null
    pieces: number
    points: number
    giftCents: number
    frozenCents: number
    outcome: Generated<string>
    userCardId: number | null
    givenPoints: Generated<number>
    backPoints: Generated<number>
    backGiftCents: Generated<number>
    backFrozenCents: Generated<number>
    createdDate: Instant
    givenDate: Instant | null
  }
  saleOrder: {
    id: Generated<number>
    companyId: number
    stationId: number
    orderNo: string
    shiftId: number | null
    belongsShiftId: number | null
    type: number
    status: Generated<string>
    totalCents: number
    discountCents: Generated<number>
    paidCents: Generated<number>
    refundedCents: Generated<number>
    payType: string | null
    moneyFlow: string | null
    createdDate: Instant
    receivedDate: Instant
    modifiedDate: Instant
    deviceDate: Instant | null
    deviceId: number | null
    sequence: number | null
    nozzleControlId: number | null
    userCardId: number | null
    cardNumber: string | null
    employeeId: number | null
    fuelMethod: string | null
    externalSerialNo: string | null
    invoiceStatus: Generated<string>
    rating: number | null
    clockSuspect: Generated<boolean>
    late: Generated<boolean>
    priceDifference: Generated<boolean>
    intakeHash: Buffer | null
    intakePaidCents: Generated<number>
    lockedAt: Instant | null
    refundStatus: Computed<string>
    remark: Generated<string>
    failReason: string | null
    clockFaultId: number | null
    hasGifts: Generated<boolean>
  }
  saleReckoning: {
    companyId: number
    lineId: number
    orderId: number
    chargedCents: number
    reckonedCents: number
    listCents: number
    kind: string | null
    name: string | null
    sourceId: number | null
    sourceVersion: number | null
    createdDate: Instant
  }
  saleToReckon: {
    companyId: number
    orderId: number
    at: Instant
  }
  savedView: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    userId: number
    page: string
    name: string
    search: Generated<Json>
    columns: Json | null
    shared: Generated<boolean>
    createdDate: Generated<Instant>
    modifiedDate: Generated<Instant>
    userCompany: number
  }
  sellerInvoice: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    stationId: number
    name: string
    shortName: Generated<string>
    taxId: string
    platform: string
    platformCode: Generated<string>
    digital: Generated<boolean>
    extensionNo: Generated<string>
    address: Generated<string>
    phone: Generated<string>
    bank: Generated<string>
    bankAccount: Generated<string>
    payee: Generated<string>
    reviewer: Generated<string>
    drawer: string
    isDefault: Generated<boolean>
    createdDate: Generated<Instant>
  }
  session: {
    id: Generated<number>
    tokenHash: Buffer
    cookieHash: Buffer
    family: number
    userAccount: number
    company: number
    defaultRole: string
    client: string
    source: string
    createdDate: Instant
    seenDate: Instant
    expiresDate: Instant
    endsDate: Instant
    replacedDate: Instant | null
  }
  settleExplanation: {
    id: Generated<number>
    companyId: number
    classSettleId: number
    about: string
    said: string
    userId: number | null
    userName: string
    createdDate: Instant
  }
  settledMonth: {
    companyId: number
    month: string | null
  }
  station: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    code: string
    name: string
    description: Generated<string>
    country: Generated<string>
    address: Generated<string>
    longitude: number | null
    latitude: number | null
    contact: Generated<string>
    phone: Generated<string>
    macAddress: Generated<string>
    unionCardStationId: Generated<string>
    timeZone: Generated<string>
    enableShiftSettle: Generated<boolean>
    endTime: Instant | null
    expireTime: Instant | null
    notifyDays: Generated<number>
    orderCount: Generated<number>
    createdDate: Generated<Instant>
    config: Generated<Json>
    pictureId: number | null
  }
  stationMerchant: {
    companyId: number
    id: Generated<number>
    stationId: number
    authTokenId: number
    channel: string
    type: number
    billType: number
    priority: number
    ratio: number
    disabled: Generated<boolean>
    createdDate: Generated<Instant>
  }
  stationMerchantList: {
    companyId: number
    stationId: number
    version: Generated<number>
  }
  stationPrice: {
    companyId: number | null
    id: number | null
    stationId: number | null
    productId: number | null
    priceCents: number | null
    fromAt: Instant | null
    setById: number | null
    createdDate: Instant | null
    correctsId: number | null
  }
  stationService: {
    id: number | null
    companyId: number | null
    stationId: number | null
    code: string | null
    name: string | null
    address: string | null
    contact: string | null
    phone: string | null
    endTime: Instant | null
    expireTime: Instant | null
    notifyDays: number | null
    createdDate: Instant | null
    expiry: string | null
    opened: boolean | null
    authorized: boolean | null
    configured: boolean | null
    renewedDate: Instant | null
  }
  stationSetting: {
    id: number | null
    companyId: number | null
    stationId: number | null
    name: string | null
    category: string | null
    value: Json | null
    setBy: string | null
  }
  statisticAggregate: {
    companyId: number
    stationId: number
    fact: string
    dimension: string
    grain: string
    at: Instant
    key: string
    count: number
    volumeCl: number
    pieces: number
    amountCents: number
    discountCents: number
    paidCents: number
    refundedCents: number
    principalCents: number
    giftCents: number
  }
  statisticDelta: {
    id: Generated<number>
    companyId: number
    stationId: number
    at: Instant
    fact: string
    status: string
    type: number | null
    payType: string | null
    itemId: number | null
    nozzleControlId: number | null
    employeeId: number | null
    deviceId: number | null
    count: number
    volumeCl: Generated<number>
    pieces: Generated<number>
    amountCents: number
    discountCents: Generated<number>
    paidCents: Generated<number>
    refundedCents: Generated<number>
    principalCents: Generated<number>
    giftCents: Generated<number>
  }
  statisticFact: {
    companyId: number | null
    stationId: number | null
    at: Instant | null
    fact: string | null
    status: string | null
    type: number | null
    payType: string | null
    itemId: number | null
    nozzleControlId: number | null
    employeeId: number | null
    deviceId: number | null
    count: number | null
    volumeCl: number | null
    pieces: number | null
    amountCents: number | null
    discountCents: number | null
    paidCents: number | null
    refundedCents: number | null
    principalCents: number | null
    giftCents: number | null
  }
  statisticFromRows: {
    companyId: number | null
    stationId: number | null
    fact: string | null
    dimension: string | null
    at: Instant | null
    key: string | null
    count: number | null
    volumeCl: number | null
    pieces: number | null
    amountCents: number | null
    discountCents: number | null
    paidCents: number | null
    refundedCents: number | null
    principalCents: number | null
    giftCents: number | null
  }
  statisticGrain: {
    dimension: string | null
    grain: string | null
    unit: string | null
  }
  statisticPending: {
    companyId: number | null
    stationId: number | null
    fact: string | null
    dimension: string | null
    at: Instant | null
    key: string | null
    count: number | null
    volumeCl: number | null
    pieces: number | null
    amountCents: number | null
    discountCents: number | null
    paidCents: number | null
    refundedCents: number | null
    principalCents: number | null
    giftCents: number | null
  }
  statisticSite: {
    stationId: number | null
    companyId: number | null
    timeZone: string | null
  }
  statisticWhole: {
    companyId: number
    fact: string
    grain: string
    at: Instant
    key: string
    count: number
    amountCents: number
    discountCents: number
    paidCents: number
    refundedCents: number
    volumeCl: Generated<number>
    pieces: Generated<number>
  }
  stockMove: {
    companyId: number
    id: Generated<number>
    document: string
    documentId: number
    revision: number
    line: number
    day: string
    baseFuelId: number | null
    productId: number | null
    itemId: number | null
    fromPlace: string
    fromId: number | null
    toPlace: string
    toId: number | null
    weightKg: number | null
    volumeCl: number | null
    pieces: number | null
    amountCents: number | null
    netCents: number | null
    reversesId: number | null
    enteredById: number | null
    createdDate: Instant
    fromDepotId: Computed<number | null>
    toDepotId: Computed<number | null>
    fromStationId: Computed<number | null>
    toStationId: Computed<number | null>
    fromSupplierId: Computed<number | null>
    toSupplierId: Computed<number | null>
    label: Generated<string>
  }
  supplier: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    sellsFuel: boolean
    carries: boolean
    sellsGoods: boolean
    contact: Generated<string>
    phone: Generated<string>
    address: Generated<string>
    taxId: Generated<string>
    remark: Generated<string>
    endedDate: Instant | null
    createdDate: Generated<Instant>
  }
  systemConfig: {
    id: number
    version: Generated<number>
    config: Generated<Json>
    modifiedBy: string | null
    modifiedDate: Instant | null
  }
  tag: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    description: Generated<string>
    rule: string | null
    kind: Computed<string>
    createdById: number | null
    memberCount: Generated<number>
    countedDate: Instant | null
    createdDate: Generated<Instant>
  }
  tagMember: {
    companyId: number
    id: Generated<number>
    tagId: number
    userId: number
    createdById: number | null
    createdDate: Instant
  }
  tank: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    number: number
    productId: number
    itemId: number | null
    description: Generated<string>
    maxVolumeCl: number
    volumeCl: Generated<number>
    oilHeightMm: Generated<number>
    waterHeightMm: Generated<number>
    temperature: number | null
    measuredAt: Instant | null
    createdDate: Generated<Instant>
    manifold: Generated<string>
    gaugeAt: Instant | null
  }
  tankAlarm: {
    companyId: number
    id: Generated<number>
    stationId: number
    tankId: number
    kind: string
    state: Generated<string>
    bound: number
    found: number
    measuredAt: Instant
    raisedAt: Instant
    acknowledgedAt: Instant | null
    acknowledgedById: number | null
    note: Generated<string>
    clearedAt: Instant | null
  }
  tankAlarmContact: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    stationId: number
    step: number
    name: string
    mobile: string | null
    email: string | null
    language: string
    kinds: Generated<Json>
    weekdays: Generated<Json>
    dutyFrom: string | null
    dutyUntil: string | null
    createdDate: Generated<Instant>
  }
  tankAlarmNotice: {
    companyId: number
    id: Generated<number>
    stationId: number
    alarmId: number
    turn: number
    outcome: string
    step: number | null
    contactId: number | null
    name: Generated<string>
    channel: string | null
    messageId: number | null
    writtenAt: Instant
  }
  tankBook: {
    companyId: number
    id: Generated<number>
    stationId: number
    tankId: number
    number: number
    manifold: string
    productId: number
    dailyStateId: number
    classSettleId: number
    businessDay: string
    businessMonth: Computed<string>
    shiftNumber: number
    startTime: Instant
    endTime: Instant
    untilAt: Instant
    openingId: number | null
    openingCl: number | null
    receivedCl: number
    transferredCl: number
    adjustedCl: number
    meteredCl: number
    bookCl: number | null
    measuredCl: number | null
    beginVarianceCl: number | null
    waterMm: number | null
    temperature: number | null
    receivedRefCl: number | null
    meteredRefCl: number | null
    measuredRefCl: number | null
    ownVarianceRefCl: number | null
  }
  tankChart: {
    companyId: number
    id: Generated<number>
    stationId: number
    tankId: number
    fromAt: Instant
    kind: string
    diameterMm: number | null
    lengthMm: number | null
    heads: string | null
    tiltMmPerM: number | null
    gaugeAtMm: number | null
    description: Generated<string>
    points: Json
    pointCount: number
    topMm: number
    topCl: number
    createdById: number | null
    createdDate: Instant
  }
  tankEntry: {
    companyId: number
    id: Generated<number>
    stationId: number
    tankId: number
    kind: string
    volumeCl: number
    at: Instant
    bookedAt: Instant
    dailyStateId: number
    belongsStateId: number | null
    belongsDay: string | null
    transferId: number | null
    otherTankId: number | null
    productId: number
    beforeProductId: number | null
    reversesId: number | null
    reason: string
    enteredById: number | null
    createdDate: Instant
    oilInfoId: number | null
  }
  tankEntryState: {
    companyId: number | null
    id: number | null
    stationId: number | null
    tankId: number | null
    kind: string | null
    volumeCl: number | null
    at: Instant | null
    bookedAt: Instant | null
    dailyStateId: number | null
    belongsStateId: number | null
    belongsDay: string | null
    transferId: number | null
    otherTankId: number | null
    productId: number | null
    beforeProductId: number | null
    reversesId: number | null
    reason: string | null
    enteredById: number | null
    createdDate: Instant | null
    oilInfoId: number | null
    reversedById: number | null
  }
  tankGauge: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    name: string
    protocol: Generated<string>
    address: Generated<string>
    createdDate: Generated<Instant>
  }
  tankLeakWatch: {
    companyId: number
    tankId: number
    checkedAt: Instant
    testedAt: Instant | null
  }
  tankLevelHour: {
    companyId: number
    tankId: number
    hour: Instant
    readings: number
    firstAt: Instant
    firstCl: number
    leastAt: Instant
    leastCl: number
    mostAt: Instant
    mostCl: number
    lastAt: Instant
    lastCl: number
    waterMm: number | null
  }
  tankReading: {
    id: Generated<number>
    companyId: number
    stationId: number
    tankId: number
    productId: number
    deviceId: number | null
    measuredAt: Instant
    volumeCl: number
    oilHeightMm: number | null
    waterHeightMm: number | null
    temperature: number | null
    createdDate: Generated<Instant>
    source: Generated<string>
    enteredById: number | null
    sequence: number | null
    chartId: number | null
    toldVolumeCl: number | null
    struckAt: Instant | null
    struckById: number | null
    strikeReason: string | null
  }
  taxRate: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    stationId: number
    kind: string
    productId: number | null
    categoryId: number | null
    rate: number
    classificationCode: string
    specification: Generated<string>
    unit: string
    beginDate: string
    createdDate: Generated<Instant>
  }
  topUpPackage: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    name: string
    description: Generated<string>
    classification: Generated<Json>
    priceCents: number
    giftCents: number | null
    giftPercent: number | null
    products: Generated<Json>
    giftDays: number | null
    giftMonths: number | null
    discountId: number | null
    weight: Generated<number>
    startTime: Instant | null
    endTime: Instant | null
    taxRate: number | null
    shelfStatus: Generated<string>
    createdDate: Generated<Instant>
    giftPoints: number | null
    giftCoupons: Generated<Json>
  }
  transport: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    billNo: Generated<string>
    deliveryTime: Instant
    offloadTime: Instant | null
    depotId: number | null
    baseFuelId: number
    productId: number | null
    carrierId: number | null
    supplierId: number | null
    taxRate: number
    stationId: number
    pricedBy: Generated<string>
    priceCents: number
    ownAmountCents: number | null
    density: number | null
    truckId: number | null
    plate: Generated<string>
    compartments: Generated<Json>
    deliveredKg: number | null
    typedCl: number | null
    loadedKg: number | null
    loadedCl: number | null
    freightPriceCents: Generated<number>
    freightOn: Generated<string>
    freightTaxRate: number | null
    allowedLossPercent: Generated<number>
    amountCents: number | null
    netCents: number | null
    freightAmountCents: number | null
    freightNetCents: number | null
    stage: Generated<string>
    loadedDay: string | null
    signedDay: string | null
    signedKg: number | null
    signedCl: number | null
    allowedKg: number | null
    allowedCl: number | null
    claimedKg: number | null
    claimedCl: number | null
    claimCents: number | null
    claimNetCents: number | null
    signReason: Generated<string>
    signedDate: Instant | null
    signedById: number | null
    remark: Generated<string>
    createdDate: Generated<Instant>
    source: string | null
    externalId: string | null
  }
  transportIntake: {
    companyId: number
    oilInfoId: number
    transportId: number
  }
  transportState: {
    companyId: number | null
    id: number | null
    version: number | null
    billNo: string | null
    deliveryTime: Instant | null
    offloadTime: Instant | null
    depotId: number | null
    baseFuelId: number | null
    productId: number | null
    carrierId: number | null
    supplierId: number | null
    taxRate: number | null
    stationId: number | null
    pricedBy: string | null
    priceCents: number | null
    ownAmountCents: number | null
    density: number | null
    truckId: number | null
    plate: string | null
    compartments: Json | null
    deliveredKg: number | null
    typedCl: number | null
    loadedKg: number | null
    loadedCl: number | null
    freightPriceCents: number | null
    freightOn: string | null
    freightTaxRate: number | null
    allowedLossPercent: number | null
    amountCents: number | null
    netCents: number | null
    freightAmountCents: number | null
    freightNetCents: number | null
    stage: string | null
    loadedDay: string | null
    signedDay: string | null
    signedKg: number | null
    signedCl: number | null
    allowedKg: number | null
    allowedCl: number | null
    claimedKg: number | null
    claimedCl: number | null
    claimCents: number | null
    claimNetCents: number | null
    signReason: string | null
    signedDate: Instant | null
    signedById: number | null
    remark: string | null
    createdDate: Instant | null
    source: string | null
    externalId: string | null
    lossKg: number | null
    lossCl: number | null
    volumeTyped: boolean | null
    status: string | null
  }
  truck: {
    companyId: number
    id: Generated<number>
    version: Generated<number>
    carrierId: number
    plate: string
    compartments: Json
    calibratedUntil: string | null
    endedDate: Instant | null
    createdDate: Generated<Instant>
    volumeCl: Generated<number>
  }
  userAccount: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    name: string
    mobile: string | null
    email: string | null
    nozzle: Generated<string>
    promoter: Generated<boolean>
    readOnly: Generated<boolean>
    remark: Generated<string>
    loginFrom: string | null
    loginTo: string | null
    loginDeviceType: Generated<string>
    loginReason: Generated<string>
    searchOrderDays: number | null
    searchOrderItemDays: number | null
    searchClassSettleDays: number | null
    searchDailyReportDays: number | null
    searchCardDetailDays: number | null
    isStaff: Generated<boolean>
    disabled: Generated<boolean>
    passwordHash: string | null
    pinHash: string | null
    hasPin: Computed<boolean>
    pinTries: Generated<number>
    pinLocks: Generated<number>
    pinLockedUntil: Instant | null
    lastLoginDate: Instant | null
    createdDate: Generated<Instant>
    loginDeviceId: Generated<string>
    createdById: number | null
    modifiedById: number | null
    initials: Computed<string | null>
    avatarId: number | null
    mergedIntoId: number | null
    formerDate: Instant | null
  }
  userCard: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    number: string
    physicalNumber: string | null
    name: Generated<string>
    kind: string
    status: Generated<string>
    cardId: number
    userId: number | null
    parentId: number | null
    paymentCentsMax: number | null
    dayCentsMax: number | null
    passwordFromCents: number | null
    payPasswordHash: string | null
    hasPayPassword: Computed<boolean>
    payPasswordTries: Generated<number>
    payPasswordLocks: Generated<number>
    payPasswordWrongAt: Instant | null
    payPasswordLockedUntil: Instant | null
    remark: Generated<string>
    principalId: number
    giftId: number
    lockId: number
    debtId: number
    issueTime: Instant | null
    createdDate: Generated<Instant>
    groupId: number | null
    closedTime: Instant | null
    validUntil: string | null
    registeredTime: Instant | null
    limitProfileId: number | null
    rangeOfUse: Json | null
    stoppedAt: Instant | null
    toWrite: Generated<boolean>
    discountId: number | null
    billingType: Generated<string>
    levelId: number | null
    service: string | null
    fuelType: Generated<string>
  }
  userCardCount: {
    companyId: number
    id: Generated<number>
    status: string
    kind: string
    cardId: number
    count: number
    principalCents: Generated<number>
    giftCents: Generated<number>
    lockCents: Generated<number>
    debtCents: Generated<number>
  }
  userCardDetail: {
    id: Generated<number>
    companyId: number
    stationId: number | null
    userCardId: number
    userId: number | null
    type: string
    amountCents: number
    principalCents: number
    giftCents: number
    debtCents: number
    balanceAfterCents: number
    inCents: Computed<number>
    outCents: Computed<number>
    payType: string | null
    orderId: number | null
    reversesId: number | null
    operatorId: number | null
    ledgerEntryId: number
    remark: Generated<string>
    createdDate: Instant
    shiftId: number | null
    withPassword: boolean | null
    clockFaultId: number | null
    clockSuspect: Generated<boolean>
    useDay: string | null
    useCl: number | null
    useFills: number | null
    billingType: string | null
    spentById: number | null
    packageId: number | null
    receiptId: number | null
    withoutReceipt: boolean | null
  }
  userCardDetailReport: {
    id: number | null
    companyId: number | null
    stationId: number | null
    userCardId: number | null
    userId: number | null
    type: string | null
    amountCents: number | null
    principalCents: number | null
    giftCents: number | null
    debtCents: number | null
    balanceAfterCents: number | null
    inCents: number | null
    outCents: number | null
    payType: string | null
    orderId: number | null
    reversesId: number | null
    operatorId: number | null
    ledgerEntryId: number | null
    remark: string | null
    createdDate: Instant | null
    shiftId: number | null
    withPassword: boolean | null
    clockFaultId: number | null
    clockSuspect: boolean | null
    refundStatus: string | null
    invoiceStatus: string | null
    billingType: string | null
    spentById: number | null
    packageId: number | null
    receiptId: number | null
    receiptStatus: string | null
  }
  userCardState: {
    id: number | null
    version: number | null
    companyId: number | null
    number: string | null
    physicalNumber: string | null
    name: string | null
    kind: string | null
    status: string | null
    cardId: number | null
    userId: number | null
    parentId: number | null
    paymentCentsMax: number | null
    dayCentsMax: number | null
    passwordFromCents: number | null
    hasPayPassword: boolean | null
    remark: string | null
    issueTime: Instant | null
    createdDate: Instant | null
    value: number | null
    lockValue: number | null
    principalCents: number | null
    giftCents: number | null
    debtCents: number | null
    childCardNum: number | null
    groupId: number | null
    closedTime: Instant | null
    validUntil: string | null
    limitProfileId: number | null
    rangeOfUse: Json | null
    heldCents: number | null
    toWrite: boolean | null
    discountId: number | null
    billingType: string | null
    plates: string | null
    fuelType: string | null
  }
  userDeal: {
    companyId: number
    id: Generated<number>
    dealId: number
    terms: number
    userId: number | null
    code: string | null
    source: string
    sourceId: number | null
    turn: Generated<number>
    issuedDate: Instant
    issuedById: number | null
    startTime: Instant
    endTime: Instant
    worstCents: number | null
    usedDate: Instant | null
    orderId: number | null
    stationId: number | null
    discountCents: Generated<number>
    heldOrderId: number | null
    heldUntil: Instant | null
    recalledDate: Instant | null
    recalledById: number | null
    recallReason: Generated<string>
    sourceIsGone: Generated<boolean>
    promoterId: number | null
    visitor: Buffer | null
  }
  userRole: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    userId: number
    defaultRole: string
    stationId: number | null
    companyGroupId: number | null
    fleetId: number | null
    menus: Json | null
    buttons: Json | null
  }
  userSetting: {
    id: Generated<number>
    companyId: number
    userId: number
    name: string
    value: Json
    modifiedDate: Generated<Instant>
  }
}

/** Tables and views whose rows belong to companies, by their names in the database. */
export const tenantTables: readonly string[] = [
  'account_ratio',
  'account_ratio_of_station',
  'allocation_plan',
  'allocation_plan_line',
  'allocation_plan_state',
  'allocation_run',
  'allocation_run_line',
  'attachment',
  'attachment_use',
  'audit_entry',
  'audit_pending',
  'audit_seal',
  'base_fuel',
  'beyond_hold',
  'car',
  'card',
  'card_authorisation',
  'card_batch',
  'card_batch_row',
  'card_black_list',
  'card_black_list_change',
  'card_black_list_device',
  'card_black_list_head',
  'card_discount',
  'card_import',
  'card_import_problem',
  'card_info',
  'card_info_count',
  'card_info_foreign',
  'card_info_state',
  'card_judgement',
  'card_limit_profile',
  'card_limit_profile_state',
  'card_loss',
  'card_replacement',
  'card_return',
  'card_use',
  'category',
  'channel_payment',
  'channel_refund',
  'class_settle',
  'class_settle_cash',
  'class_settle_correction',
  'class_settle_employee',
  'class_settle_item',
  'class_settle_nozzle',
  'class_settle_pay_type',
  'class_settle_report',
  'class_settle_seal',
  'class_settle_tank',
  'class_settle_unpaid',
  'clock_corrected_row',
  'clock_corrected_sale',
  'clock_correction',
  'clock_marked_row',
  'clock_sale',
  'clock_step',
  'company_card_key',
  'company_check',
  'daily_state',
  'day_settle',
  'day_settle_pay_type',
  'day_settle_seal',
  'day_settle_shift',
  'deal',
  'deal_day',
  'deal_delta',
  'deal_task',
  'deal_task_gift',
  'deal_task_pending',
  'deal_terms',
  'default_tax_rate',
  'delivery',
  'delivery_state',
  'depot',
  'depot_closing',
  'depot_move',
  'depot_stock',
  'depot_transfer',
  'device',
  'device_credential',
  'device_gap',
  'device_intake',
  'discount',
  'dispenser',
  'dry_run',
  'dry_run_day',
  'employee_import',
  'employee_import_problem',
  'export',
  'fill_alert',
  'fill_look',
  'fill_pending',
  'fill_rules',
  'fill_subject',
  'fill_tally',
  'fleet',
  'fleet_agreement',
  'fleet_agreement_clause',
  'fleet_agreement_state',
  'fleet_bill',
  'fleet_bill_card',
  'fleet_bill_fee',
  'fleet_bill_line',
  'fleet_bill_movement',
  'fleet_employee',
  'fleet_employee_state',
  'fleet_state',
  'found_delivery',
  'found_delivery_state',
  'fuel_code',
  'fuel_inventory',
  'fuel_inventory_tank',
  'fuel_purchase',
  'gauge_scan',
  'gift_lot',
  'gift_lot_use',
  'goods_cost',
  'goods_document',
  'goods_document_line',
  'goods_move',
  'goods_value',
  'growth_entry',
  'growth_rule',
  'history_column',
  'history_import',
  'history_problem',
  'history_record',
  'history_row',
  'history_sale',
  'idempotency_key',
  'incoming_transport',
  'item',
  'item_import',
  'item_import_mapping',
  'item_import_row',
  'item_return',
  'item_stock',
  'job',
  'ledger_account',
  'ledger_balance',
  'ledger_dated',
  'ledger_delta',
  'ledger_entry',
  'ledger_move',
  'level_judged',
  'listed_fill',
  'low_balance',
  'low_balance_notice',
  'member_bought',
  'member_count',
  'member_farewell',
  'member_figure',
  'member_import',
  'member_import_row',
  'member_last_day',
  'member_last_purchase',
  'member_level',
  'member_merge',
  'member_profile',
  'member_purchase',
  'member_ruled',
  'member_state',
  'member_top_fifth',
  'member_wechat',
  'member_wechat_code',
  'merchant_account',
  'merchant_secret',
  'meter_event',
  'mini_program',
  'mini_program_secret',
  'month_report',
  'month_settle',
  'month_settle_line',
  'month_settle_load',
  'notice_consent',
  'nozzle_control',
  'nozzle_earlier_tank',
  'nozzle_release',
  'order_counter',
  'order_discount',
  'order_line',
  'outbox_event',
  'outbox_message',
  'past_delivery',
  'pay_template',
  'pay_template_account',
  'pay_transaction',
  'pin_proof',
  'points_detail',
  'points_earning',
  'points_lot',
  'points_payment',
  'points_pending',
  'points_rule',
  'price_change',
  'price_change_line',
  'price_change_nozzle',
  'price_change_station',
  'printer',
  'product',
  'product_price',
  'purchase_contract',
  'purchase_correction',
  'qr_key',
  'quarantined_file',
  'redemption',
  'refund',
  'release_cause',
  'release_cause_state',
  'renewal',
  'reward',
  'reward_category',
  'role_access',
  'sale_coupon',
  'sale_gift',
  'sale_order',
  'sale_reckoning',
  'sale_to_reckon',
  'saved_view',
  'seller_invoice',
  'settle_explanation',
  'settled_month',
  'station',
  'station_merchant',
  'station_merchant_list',
  'station_price',
  'station_service',
  'station_setting',
  'statistic_aggregate',
  'statistic_delta',
  'statistic_fact',
  'statistic_from_rows',
  'statistic_pending',
  'statistic_site',
  'statistic_whole',
  'stock_move',
  'supplier',
  'tag',
  'tag_member',
  'tank',
  'tank_alarm',
  'tank_alarm_contact',
  'tank_alarm_notice',
  'tank_book',
  'tank_chart',
  'tank_entry',
  'tank_entry_state',
  'tank_gauge',
  'tank_leak_watch',
  'tank_level_hour',
  'tank_reading',
  'tax_rate',
  'top_up_package',
  'transport',
  'transport_intake',
  'transport_state',
  'truck',
  'user_account',
  'user_card',
  'user_card_count',
  'user_card_detail',
  'user_card_detail_report',
  'user_card_state',
  'user_deal',
  'user_role',
  'user_setting',
]
