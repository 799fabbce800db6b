"""A bicycle workshop: repair tickets that go through states, and spare parts by their SKU."""

from tests.trades.served import Trade

BIKESHOP = Trade(
    title="Spoke & Chain bike repair",
    thing="tickets",
    key="ticketId",
    first="4101",
    titles={
        "list": ("listTickets", "List repair tickets"),
        "get": ("getTicket", "Look up a repair ticket by its number"),
        "make": ("createTicket", "Open a repair ticket"),
        "delete": ("deleteTicket", "Delete a repair ticket for good"),
        "state": ("setTicketStatus", "Change the status of a repair ticket"),
        "look": ("getPart", "Look up a spare part by its SKU"),
        "key": ("", "Number of the repair ticket"),
        "of": ("", "Status of the repair ticket"),
    },
    fields={
        "customer": "Name of the customer",
        "bike": "Make and model of the bike",
        "fault": "What is broken on the bike",
    },
    states=("received", "in_repair", "ready", "picked_up"),
    stock=("parts", "sku", "SKU of the spare part"),
    rows={
        "4101": {
            "ticketId": "4101",
            "customer": "Lena Ott",
            "bike": "Dahon",
            "fault": "flat tyre",
            "status": "received",
        },
        "4102": {
            "ticketId": "4102",
            "customer": "Jon Bell",
            "bike": "Trek",
            "fault": "brakes",
            "status": "ready",
        },
        "4103": {
            "ticketId": "4103",
            "customer": "Iris Ng",
            "bike": "Giant",
            "fault": "chain",
            "status": "received",
        },
    },
    listed={
        "CH-11": {
            "sku": ("CH-11", "SKU of the spare part"),
            "title": ("chain, 11 speed", "Name of the spare part"),
            "stock": (7, "Spare parts in stock"),
        }
    },
)
