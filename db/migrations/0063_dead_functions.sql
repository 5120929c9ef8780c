-- compatible: functions that no version calls any more
drop function card_pay;
drop function card_refusal;
drop function device_of;
