import { DevicePage } from "../device/device-page";
import { start } from "../shell/start";
import { deviceWords } from "../words/device";
import "../styles/device.css";

start(DevicePage, [deviceWords]);
