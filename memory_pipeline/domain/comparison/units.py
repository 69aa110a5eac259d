"""Units of measure: their spellings, and the base unit and factor that make `30 s` and `30000 ms` one figure.

A unit that is not listed stays a word of the sentence. Only fixed conversions are made: a month is never 30 days.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Unit:
    base: str
    factor: Decimal


def _unit(base: str, factor: str, names: str) -> list[tuple[str, Unit]]:
    return [(name, Unit(base, Decimal(factor))) for name in names.split()]


UNITS: dict[str, Unit] = dict(
    _unit("s", "0.000001", "us μs µs microsecond microseconds 微秒")
    + _unit("s", "0.001", "ms msec msecs millisecond milliseconds 毫秒")
    + _unit("s", "1", "s sec secs second seconds 秒 秒钟")
    + _unit("s", "60", "min mins minute minutes 分钟")
    + _unit("s", "3600", "h hr hrs hour hours 小时 个小时 钟头 个钟头")
    + _unit("s", "86400", "d day days 天")
    + _unit("s", "604800", "wk wks week weeks 周 个星期 星期 个礼拜")
    + _unit("month", "1", "mo mos month months 个月")
    + _unit("month", "12", "yr yrs year years")
    + _unit("age", "1", "岁 周岁")
    + _unit("byte", "1", "byte bytes 字节")
    + _unit("byte", "1000", "kb kilobyte kilobytes") + _unit("byte", "1000000", "mb megabyte megabytes 兆")
    + _unit("byte", "1000000000", "gb gigabyte gigabytes") + _unit("byte", "1000000000000", "tb terabyte terabytes")
    + _unit("byte", "1024", "kib") + _unit("byte", "1048576", "mib") + _unit("byte", "1073741824", "gib") + _unit("byte", "1099511627776", "tib")
    + _unit("bit/s", "1000", "kbps") + _unit("bit/s", "1000000", "mbps") + _unit("bit/s", "1000000000", "gbps")
    + _unit("hz", "1", "hz 赫兹") + _unit("hz", "1000000", "mhz") + _unit("hz", "1000000000", "ghz")
    + _unit("g", "0.001", "mg milligram milligrams 毫克") + _unit("g", "0.000001", "mcg μg µg microgram micrograms 微克")
    + _unit("g", "1", "g gram grams 克") + _unit("g", "1000", "kg kgs kilo kilos kilogram kilograms 公斤 千克") + _unit("g", "500", "斤")
    + _unit("g", "1000000", "tonne tonnes 吨") + _unit("oz", "16", "lb lbs pound-weight 磅") + _unit("oz", "1", "oz ounce ounces 盎司") + _unit("oz", "224", "stone")
    + _unit("m", "0.001", "mm millimetre millimetres millimeter millimeters 毫米") + _unit("m", "0.01", "cm centimetre centimetres centimeter centimeters 厘米 公分")
    + _unit("m", "1", "m metre metres meter meters 米") + _unit("m", "1000", "km kms kilometre kilometres kilometer kilometers 公里 千米")
    + _unit("inch", "63360", "mi mile miles 英里") + _unit("inch", "36", "yd yard yards") + _unit("inch", "12", "ft foot feet 英尺") + _unit("inch", "1", "inch inches 英寸")
    + _unit("km/h", "1", "km/h kph kmh") + _unit("mph", "1", "mph")
    + _unit("m2", "1", "m2 m² sqm 平方米 平米 平方 平 ㎡ m²")+ _unit("m2", "1000000", "km2 平方公里 平方千米") + _unit("mu", "1", "亩") + _unit("m2", "10000", "hectare hectares 公顷") + _unit("m2", "1000000", "km2") + _unit("sqft", "1", "sqft") + _unit("acre", "1", "acre acres 英亩") + _unit("l", "0.001", "ml millilitre millilitres milliliter milliliters 毫升") + _unit("l", "0.01", "cl") + _unit("l", "0.1", "dl") + _unit("gallon", "1", "gallon gallons 加仑") + _unit("l", "1", "l litre litres liter liters 升")
    + _unit("celsius", "1", "°c celsius 摄氏度 ℃") + _unit("fahrenheit", "1", "°f fahrenheit 华氏度")
    + _unit("percent", "1", "% percent pct 百分比")
    + _unit("usd", "1", "$ us$ usd dollar dollars buck bucks 美元 美金") + _unit("eur", "1", "€ eur euro euros 欧元")
    + _unit("gbp", "1", "£ gbp pound pounds quid 英镑") + _unit("jpy", "1", "jpy yen 日元")
    + _unit("cny", "1", "¥ cny rmb yuan renminbi 元 块 块钱 元钱 元人民币 人民币") + _unit("hkd", "1", "hkd 港币 港元")
    + _unit("inr", "1", "₹ inr rupee rupees 卢比") + _unit("krw", "1", "₩ krw 韩元") + _unit("aud", "1", "aud 澳元 澳币") + _unit("cad", "1", "cad 加元 加币 加拿大元") + _unit("chf", "1", "chf 瑞士法郎 瑞郎")
    + _unit("aed", "1", "aed dirham dirhams 迪拉姆") + _unit("thb", "1", "thb baht 泰铢") + _unit("twd", "1", "twd 新台币 台币") + _unit("sgd", "1", "sgd 新加坡元 新加坡币 新币 新元")
    + _unit("rub", "1", "rub rouble roubles ruble rubles 卢布") + _unit("myr", "1", "myr ringgit 林吉特 马币 令吉") + _unit("vnd", "1", "vnd dong 越南盾") + _unit("mop", "1", "mop 澳门元 澳门币")
    + _unit("idr", "1", "idr rupiah 印尼盾 印尼卢比") + _unit("php", "1", "php 菲律宾比索") + _unit("mxn", "1", "mxn 墨西哥比索") + _unit("brl", "1", "brl 巴西雷亚尔 雷亚尔") + _unit("zar", "1", "zar 兰特") + _unit("sek", "1", "sek 瑞典克朗")
    + _unit("hkd", "1", "港纸 港币元 港圆") + _unit("jpy", "1", "日圆 日币 日円 円") + _unit("krw", "1", "韩币 韩圆") + _unit("usd", "1", "美刀 美圆") + _unit("gbp", "1", "镑") + _unit("cny", "1", "圆 元整 块人民币")
    + _unit("nzd", "1", "nzd") + _unit("sgd", "1", "sgd") + _unit("brl", "1", "brl") + _unit("sek", "1", "sek") + _unit("pln", "1", "pln") + _unit("mxn", "1", "mxn")
    + _unit("kwh", "1", "kwh 度电 千瓦时") + _unit("w", "1", "watt watts 瓦") + _unit("w", "1000", "kw 千瓦") + _unit("kcal", "1", "kcal 千卡 大卡")
    + _unit("char", "1", "char chars character characters 字符 个字符")
)  # fmt: skip

PREFIX_CURRENCY = "$€£¥₹₩"
MULTIPLIERS = {"k": Decimal(1000), "mm": Decimal(10**6), "bn": Decimal(10**9), "million": Decimal(10**6), "billion": Decimal(10**9),
               "thousand": Decimal(1000), "hundred": Decimal(100), "trillion": Decimal(10**12), "dozen": Decimal(12),
               "百": Decimal(100), "千": Decimal(1000), "万": Decimal(10**4), "百万": Decimal(10**6), "千万": Decimal(10**7), "亿": Decimal(10**8)}  # fmt: skip
