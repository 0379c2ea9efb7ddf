-- Lets a request wait until a gateway is up. Sets txn.found where one is within 5 s.
local WAIT_MS = 5000
local EVERY_MS = 100

local function is_up()
  for name, server in pairs(core.backends.gateways.servers) do
    if name ~= "hold" and server:get_stats().status:match("^UP") then return true end
  end
  return false
end

core.register_action("wait_for_gateway", { "http-req" }, function(txn)
  for _ = 1, WAIT_MS / EVERY_MS do
    if is_up() then
      txn:set_var("txn.found", true)
      return
    end
    core.msleep(EVERY_MS)
  end
end)
